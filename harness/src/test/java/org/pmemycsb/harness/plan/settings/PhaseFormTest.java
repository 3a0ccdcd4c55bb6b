package org.pmemycsb.harness.plan.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.FillOrder;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Work;
import org.pmemycsb.harness.plan.recorded.TraceFacts;
import org.pmemycsb.harness.plan.recorded.TraceFile;

class PhaseFormTest {
  @TempDir private Path folder;
  private Path trace;

  @BeforeEach
  void record() throws IOException {
    Path csv =
        Files.writeString(
            folder.resolve("recorded.csv"),
            """
            10,a,1,100,1,get,0
            10,b,1,300,1,get,0
            11,c,1,200,1,set,60
            14,a,1,0,1,delete,0
            """);
    trace = folder.resolve("cluster42.trace");
    TraceFile.convert(csv, Optional.empty(), Long.MAX_VALUE, trace);
  }

  /** {@code TRACE} stands for the file of the recorded trace. */
  private Experiment read(String phases, String... more) {
    return Experiments.of(
        "workloads: " + phases.replace("TRACE", trace.toString()), String.join("\n", more));
  }

  private Phase second(String phases) {
    return read(phases).phases().get(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[load, restart, C] | load, restart, C",
        "[load, {name: in, mix: {insert: 0.9, read: 0.1}, keys: latest}] | load, in (read 10%, insert 90%; keys latest)",
        "[load, {name: hot, mix: {read: 1}, keys: {zipfian: {constant: 1.1}}}] | load, hot (read 100%; keys zipfian:1.1)",
        "[load, {name: x, mix: {scan: 0.5}, properties: {maxscanlength: 9}}] | load, x (scan 50%)",
        "[load, {name: x, mix: {read: 0.6, miss: 0.2, putIfAbsent: 0.1}}] | load, x (read 60%, miss 20%, putIfAbsent 10%)",
        "[load, {name: x, mix: {update: 1}, valueSize: {uniform: {least: 1KiB, most: 3KiB}}}] | load, x (update 100%; values uniform:1KiB:3KiB (mean 2 KiB))",
        "[load, C, {name: x, fill: random, keyLength: 512}, B] | load, C, x (fill random; keys of 512B), B",
        "[load, {name: C, cold: true}, {name: x, mix: {read: 1}, cold: true}, {name: A, cold: false}] | load, C cold, x (read 100%) cold, A",
        "[load, 'trace:TRACE'] | load, cluster42 (trace of 4 operations; values of the trace (mean 200 B, up to 300 B))",
        "[load, {trace: TRACE, name: t, speed: 2}] | load, t (trace of 4 operations, at its times with speed 2.0; values of the trace (mean 200 B, up to 300 B))",
      })
  void phasesAreShownAndWhatIsWrittenReadsBackEqual(String phases, String words)
      throws IOException {
    Experiment experiment = read(phases);
    Files.delete(trace); // the file of a result folder needs it no more

    assertThat(Settings.PHASES.fact(experiment)).isEqualTo(words);
    assertThat(Experiments.reread(experiment)).isEqualTo(experiment);
  }

  @Test
  void aPhaseOfOnesOwnIsAWorkload() {
    Phase own =
        second(
            "[load, {name: x, mix: {insert: 0.9, read: 0.1, miss: 0.2}, keys: {zipfian: {constant:"
                + " 1.1}}, properties: {readallfields: false}}]");

    assertThat(own.mix(Map.of("insertproportion", "0.5")).shares().get("insert"))
        .as("properties of the experiment do not change it")
        .isEqualTo(0.9);
    assertThat(own.properties()).isEqualTo(Map.of("readallfields", "false"));
    assertThat(own.work(own.properties()).properties())
        .containsEntry("insertproportion", "0.9")
        .containsEntry("readproportion", "0.1")
        .containsEntry("updateproportion", "0.0")
        .containsEntry("missproportion", "0.2")
        .containsEntry("requestdistribution", "zipfian")
        .containsEntry("zipfianconstant", "1.1");
  }

  @Test
  void aRestartMakesWorkloadA() {
    assertThat(second("[load, restart]")).isEqualTo(Phase.RESTART);
    assertThat(Phase.RESTART.isRestart()).isTrue();
    assertThat(Phase.RESTART.said()).isEqualTo(Phase.of("A").said());
  }

  @Test
  void aColdPhaseIsTheWorkloadUnderAnotherName() {
    Phase cold = second("[load, {name: C, cold: true}]");

    assertThat(cold.id()).isEqualTo("C-cold");
    assertThat(cold.isCold()).isTrue();
    assertThat(cold.said()).isEqualTo(Phase.of("C").said());
    assertThat(read("[load, C, restart, {name: A, cold: true}]", "cold: true").phases())
        .extracting(Phase::id)
        .containsExactly("load", "C-cold", "restart", "A-cold");
  }

  @Test
  void aFillIsALoad() {
    Phase fill = second("[load, {name: again, fill: random}]");

    assertThat(fill.isLoad()).isTrue();
    assertThat(fill.work(Map.of())).isEqualTo(new Work.Load(FillOrder.RANDOM));
  }

  @Test
  void anotherMixUnderTheSameNameIsADifference() {
    Experiment one = read("[load, {name: mine, mix: {read: 1}}]");
    Experiment other = read("[load, {name: mine, mix: {read: 0.5, update: 0.5}}]");

    assertThat(one.differences(other)).singleElement().asString().startsWith("workloads: ");
    assertThat(one.differencesOfFigures(other))
        .containsExactly("workloads: mine (read 100%) -> mine (read 50%, update 50%)");
    assertThat(one.differencesOfFigures(one)).isEmpty();
  }

  @Test
  void thereIsRoomForInsertsAndForAbsentRecordsThatArePut() {
    Experiment experiment =
        read(
            "[load, {name: cache, mix: {read: 0.6, miss: 0.2, delete: 0.1, putIfAbsent: 0.1}}]",
            "records: 1000",
            "operations: 20000");

    assertThat(experiment.layout(10).maxRecords()).isEqualTo(5000);
    assertThat(experiment.searches(experiment.phases().get(1))).isFalse();
  }

  @Test
  void aTraceHasOneMeaningInFilesAndOnTheCommandLine() {
    Phase plain = second("[load, 'trace:TRACE']");
    assertThat(plain.trace()).contains(new TraceFacts(4, 2, 1, 1, 200, 300, 4_000_000_000L, 0));
    assertThat(plain.isTimed()).isFalse();
    assertThat(second("[load, {trace: TRACE}]")).isEqualTo(plain);

    List<Phase> phases = Settings.PHASES.parse(List.of("trace:" + trace + "{speed=2,name=slow},A"));
    assertThat(phases).extracting(Phase::id).containsExactly("load", "slow", "A");
    assertThat(phases.get(1)).isEqualTo(second("[load, {trace: TRACE, speed: 2, name: slow}]"));
    assertThat(phases.get(1).isTimed()).isTrue();
    assertThat(phases.get(1).work(Map.of()))
        .isEqualTo(new Work.Replay(trace.toString(), Optional.of(new Work.Pace(2, 2_000_000_000))));
  }

  @Test
  void theExperimentFitsTheTraceUnlessItSaysOtherwise() {
    Experiment experiment = read("[load, {trace: TRACE}]", "duration: 1s");
    Phase replay = experiment.phases().get(1);
    assertThat(experiment.records()).isEqualTo(2);
    assertThat(experiment.valueSizes()).containsExactly(200);
    assertThat(experiment.operations(replay, 1)).isEqualTo(4);
    assertThat(experiment.layout(200).maxRecords()).isEqualTo(3);
    assertThat(experiment.longestValue(200)).isEqualTo(300);
    assertThat(experiment.endsByTime(replay)).isFalse();
    assertThat(experiment.endsByTime(Phase.of("C"))).isTrue();

    Experiment other = read("[load, {trace: TRACE}]", "records: 7", "valueSize: 1KiB");
    assertThat(other.records()).isEqualTo(7);
    assertThat(other.valueSizes()).containsExactly(1024);
  }

  @Test
  void onlyAnotherFillMakesGoodWhatATraceDeleted() {
    assertThatThrownBy(() -> read("[load, 'trace:TRACE', C]"))
        .hasMessageContainingAll("C:", "'cluster42'");
    assertThat(read("[load, 'trace:TRACE', {name: again, fill: sequential}, C]").phases())
        .hasSize(4);
  }

  @Test
  void aTraceWithoutTimesHasNoSpeed() throws IOException {
    Path csv = Files.writeString(folder.resolve("one.csv"), "10,a,1,100,1,get,0\n");
    trace = folder.resolve("one.trace");
    TraceFile.convert(csv, Optional.empty(), Long.MAX_VALUE, trace);
    assertThatThrownBy(() -> read("[load, 'trace:TRACE{speed=2}']")).hasMessageContaining("speed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{name: x, mix: {read: 1}, key: latest} | unknown key 'key'; there are: name, mix, keys",
        "{mix: {read: 1}}                       | 'name'",
        "{name: x}                              | 'mix'",
        "{name: a, mix: {read: 1}}              | name: 'a'",
        "{name: a b, mix: {read: 1}}            | name: 'a b'",
        "{name: x, mix: {reads: 1}}             | unknown key 'reads'; there are: read, update",
        "{name: x, mix: {read: 2}}              | read: ~ '2'",
        "{name: x, mix: {read: 0}}              | mix:",
        "{name: x, mix: {read: 1}, keys: hot}   | keys: ~ 'hot'",
        "{name: x, mix: {read: 1}, keys: 'latest:2'} | keys: 'latest'",
        "{name: x, mix: {read: 1}, keys: 'zipfian:9'} | keys: ~ zipfian",
        "{name: x, mix: {read: 1}, keys: {zipfian: {c: 9}}} | unknown key 'c'; there are: constant",
        "{name: x, mix: {read: 1}, keyLength: 32} | unknown key 'keyLength'; there are: name, mix, keys",
        "{name: x, mix: {read: 1}, properties: {fieldcount: 9}} | properties: fieldcount ~ fieldCount",
        "{name: x, mix: {read: 1}, properties: {readproportion: 1}} | properties: readproportion",
        "{name: x, fill: random, mix: {read: 1}} | unknown key 'mix'; there are: name, fill",
        "{name: x, fill: fast}                  | fill: ~ 'fast'",
        "{name: load, cold: true}               | workloads: 'load' ~ cold",
        "{name: restart, cold: true}            | workloads: 'restart' ~ cold",
        "{name: C, cold: perhaps}               | cold: ~ 'perhaps'",
        "{trace: TRACE, speed: 0}               | speed",
        "{trace: TRACE, speed: fast}            | speed",
        "{trace: TRACE, format: twitter}        | unknown key 'format'",
        "{trace: TRACE, mix: {read: 1}}         | unknown key 'mix'",
        "{trace: TRACE, name: load}             | 'load'",
        "{trace: TRACE, content: {records: 1}}  | operations",
        "'trace:TRACE{pace=2}'                  | 'pace' ~ speed",
        "'trace:'                               | trace",
      })
  void whatIsWrongIsNamedWithItsPlace(String phase, String message) {
    assertThatThrownBy(() -> read("[load, " + phase + "]"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(("own.yaml:2: ~ " + message).split(" ~ "));
  }
}
