package org.pmemycsb.harness.plan.design;

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
import org.pmemycsb.harness.plan.recorded.TraceFacts;
import org.pmemycsb.harness.plan.recorded.TraceFile;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Experiments;
import org.pmemycsb.harness.plan.settings.Settings;

class TracePhaseTest {
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

  private static Experiment read(String phases, String... more) {
    return Experiments.of("workloads: " + phases, String.join("\n", more));
  }

  private String map(String more) {
    return "[load, {trace: " + trace + more + "}]";
  }

  @Test
  void aTraceIsNamedByItsFile() throws IOException {
    Phase phase = read("[load, 'trace:" + trace + "']").phases().get(1);
    assertThat(phase.id()).isEqualTo("cluster42");
    assertThat(phase.trace()).contains(new TraceFacts(4, 2, 1, 1, 200, 300, 4_000_000_000L, 0));
    assertThat(phase.isTimed()).isFalse();
    assertThat(phase).isEqualTo(read(map("")).phases().get(1));
  }

  @Test
  void optionsStandInBracesOnTheCommandLine() throws IOException {
    List<Phase> phases = Settings.PHASES.parse(List.of("trace:" + trace + "{speed=2,name=slow},A"));
    assertThat(phases).extracting(Phase::id).containsExactly("load", "slow", "A");
    Phase slow = phases.get(1);
    assertThat(slow).isEqualTo(read(map(", speed: 2, name: slow")).phases().get(1));
    assertThat(slow.isTimed()).isTrue();
    assertThat(slow.work(Map.of()))
        .isEqualTo(new Work.Replay(trace.toString(), Optional.of(new Work.Pace(2, 2_000_000_000))));
  }

  @Test
  void theExperimentFitsTheTraceUnlessItSaysOtherwise() throws IOException {
    Experiment experiment = read(map(""));
    assertThat(experiment.records()).isEqualTo(2);
    assertThat(experiment.valueSizes()).containsExactly(200);
    assertThat(experiment.operations(experiment.phases().get(1), 1)).isEqualTo(4);
    assertThat(experiment.layout(200).maxRecords()).isEqualTo(3);
    assertThat(experiment.longestValue(200)).isEqualTo(300);
    assertThat(Settings.PHASES.fact(experiment))
        .isEqualTo(
            "load, cluster42 (trace of 4 operations; values of the trace (mean 200 B, up to 300 B))");

    Experiment other = read(map(""), "records: 7", "valueSize: 1KiB");
    assertThat(other.records()).isEqualTo(7);
    assertThat(other.valueSizes()).containsExactly(1024);
  }

  @Test
  void theFileOfAResultFolderNeedsTheTraceNoMore() throws IOException {
    Experiment experiment = read(map(", speed: 0.5"));
    Files.delete(trace);
    assertThat(Experiments.reread(experiment)).isEqualTo(experiment);
  }

  @Test
  void aTraceWithoutTimesHasNoSpeed() throws IOException {
    Path csv = Files.writeString(folder.resolve("one.csv"), "10,a,1,100,1,get,0\n");
    Path one = folder.resolve("one.trace");
    TraceFile.convert(csv, Optional.empty(), Long.MAX_VALUE, one);
    assertThatThrownBy(() -> Phase.of("trace:" + one + "{speed=2}")).hasMessageContaining("speed");
  }

  @Test
  void timeDoesNotEndATrace() throws IOException {
    Experiment experiment = read(map(""), "duration: 1s");
    assertThat(experiment.endsByTime(experiment.phases().get(1))).isFalse();
    assertThat(experiment.endsByTime(Phase.of("C"))).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ", speed: 0              | speed",
        ", speed: fast           | speed",
        ", format: twitter       | unknown key 'format'",
        ", mix: {read: 1}        | unknown key 'mix'",
        ", name: load            | 'load'",
        ", content: {records: 1} | operations",
      })
  void aWrongKeyIsNamedWithItsLine(String more, String message) {
    assertThatThrownBy(() -> read(map(more)))
        .hasMessageContaining("own.yaml:2: ")
        .hasMessageContainingAll(message.split(" ~ "));
  }

  @Test
  void noPhaseMayCountOnRecordsThatATraceDeleted() {
    assertThatThrownBy(() -> read("[load, 'trace:" + trace + "', C]"))
        .hasMessageContainingAll("C:", "'cluster42'");
  }

  @Test
  void anotherFillMakesGoodWhatATraceDeleted() throws IOException {
    assertThat(read("[load, 'trace:" + trace + "', {name: again, fill: sequential}, C]").phases())
        .hasSize(4);
  }

  @Test
  void anUnknownOptionIsNamed() {
    assertThatThrownBy(() -> Phase.of("trace:" + trace + "{pace=2}"))
        .hasMessageContainingAll("'pace'", "speed");
    assertThatThrownBy(() -> Phase.of("trace:")).hasMessageContaining("file");
  }
}
