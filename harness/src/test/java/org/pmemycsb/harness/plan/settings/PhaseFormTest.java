package org.pmemycsb.harness.plan.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.FillOrder;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Work;

class PhaseFormTest {
  private static Experiment read(String phases, String... more) {
    return Experiments.of("workloads: " + phases, String.join("\n", more));
  }

  private static Work work(Phase phase, Experiment experiment) {
    return phase.work(phase.properties());
  }

  @Test
  void aPhaseOfOnesOwnIsAWorkload() {
    Experiment experiment =
        read(
            "[load, B, {name: ingest, mix: {insert: 0.9, read: 0.1}, keys: latest,"
                + " properties: {readallfields: false}}]");

    Phase ingest = experiment.phases().get(2);
    assertThat(ingest.id()).isEqualTo("ingest");
    assertThat(ingest.mix(experiment.properties()).insertShare()).isEqualTo(0.9);
    assertThat(ingest.properties()).isEqualTo(Map.of("readallfields", "false"));
    assertThat(work(ingest, experiment).properties())
        .containsEntry("insertproportion", "0.9")
        .containsEntry("readproportion", "0.1")
        .containsEntry("updateproportion", "0.0")
        .containsEntry("requestdistribution", "latest");
    assertThat(Settings.PHASES.fact(experiment))
        .isEqualTo("load, B, ingest (read 10%, insert 90%; keys latest)");
  }

  @Test
  void aRestartIsAPhaseThatMakesWorkloadA() {
    Experiment experiment = read("[load, restart, C]");

    Phase restart = experiment.phases().get(1);
    assertThat(restart).isEqualTo(Phase.RESTART);
    assertThat(restart.written()).isEqualTo("restart");
    assertThat(restart.isRestart()).isTrue();
    assertThat(restart.mix(experiment.properties()))
        .isEqualTo(Phase.of("A").mix(experiment.properties()));
  }

  @Test
  void aColdPhaseIsTheWorkloadUnderAnotherName() {
    Experiment experiment =
        read(
            "[load, C, {name: C, cold: true}, {name: hot, mix: {read: 1}, cold: true},"
                + " {name: A, cold: false}]");

    assertThat(experiment.phases())
        .extracting(Phase::id)
        .containsExactly("load", "C", "C-cold", "hot-cold", "A");
    Phase cold = experiment.phases().get(2);
    assertThat(cold.isCold()).isTrue();
    assertThat(cold.warm()).isEqualTo(Phase.of("C"));
    assertThat(cold.mix(experiment.properties()))
        .isEqualTo(Phase.of("C").mix(experiment.properties()));
    assertThat(Experiments.reread(experiment)).isEqualTo(experiment);
  }

  @Test
  void theSettingColdIsForEveryWorkload() {
    Experiment experiment = read("[load, C, restart, {name: A, cold: true}]", "cold: true");

    assertThat(experiment.phases())
        .extracting(Phase::id)
        .containsExactly("load", "C-cold", "restart", "A-cold");
  }

  @Test
  void whatIsWrittenReadsBackEqual() {
    Experiment experiment =
        read(
            "[load, {name: hot, mix: {read: 1}, keys: {zipfian: {constant: 1.1}}},"
                + " {name: some, mix: {scan: 0.5, readModifyWrite: 0.25},"
                + " properties: {maxscanlength: 9}}]");

    assertThat(Experiments.reread(experiment)).isEqualTo(experiment);
    assertThat(experiment.scans()).isTrue();
    assertThat(work(experiment.phases().get(1), experiment).properties())
        .containsEntry("requestdistribution", "zipfian")
        .containsEntry("zipfianconstant", "1.1");
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
  void propertiesOfTheExperimentDoNotChangeWhatAPhaseOfOnesOwnSays() {
    Experiment experiment =
        read("[load, {name: mine, mix: {read: 1}}]", "properties: {insertproportion: 0.5}");
    assertThat(experiment.phases().get(1).mix(experiment.properties()).insertShare()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[load, {name: x, mix: {read: 1}, key: latest}] | own.yaml:2: unknown key 'key'; there are: name, mix, keys",
        "[load, {mix: {read: 1}}]                       | own.yaml:2: ~ 'name'",
        "[load, {name: x}]                              | own.yaml:2: ~ 'mix'",
        "[load, {name: a, mix: {read: 1}}]              | own.yaml:2: name: 'a'",
        "[load, {name: a b, mix: {read: 1}}]            | own.yaml:2: name: 'a b'",
        "[load, {name: x, mix: {reads: 1}}]             | own.yaml:2: unknown key 'reads'; there are: read, update",
        "[load, {name: x, mix: {read: 2}}]              | own.yaml:2: read: ~ '2'",
        "[load, {name: x, mix: {read: 0}}]              | own.yaml:2: mix:",
        "[load, {name: x, mix: {read: 1}, keys: hot}]   | own.yaml:2: keys: ~ 'hot'",
        "[load, {name: x, mix: {read: 1}, keys: 'latest:2'}] | own.yaml:2: keys: 'latest'",
        "[load, {name: x, mix: {read: 1}, keys: 'zipfian:9'}] | own.yaml:2: keys: ~ zipfian",
        "[load, {name: x, mix: {read: 1}, keys: {zipfian: {c: 9}}}] | own.yaml:2: unknown key 'c'; there are: constant",
        "[load, {name: x, mix: {read: 1}, properties: {fieldcount: 9}}] | own.yaml:2: properties: fieldcount ~ fieldCount",
        "[load, {name: x, mix: {read: 1}, properties: {readproportion: 1}}] | own.yaml:2: properties: readproportion",
        "[load, {name: x, fill: random, mix: {read: 1}}] | own.yaml:2: unknown key 'mix'; there are: name, fill",
        "[load, {name: x, fill: fast}]                  | own.yaml:2: fill: ~ 'fast'",
        "[load, {name: restart, mix: {read: 1}}]        | own.yaml:2: name: 'restart'",
        "[{name: load, cold: true}, A]                  | own.yaml:2: workloads: 'load' ~ cold",
        "[load, {name: restart, cold: true}]            | own.yaml:2: workloads: 'restart' ~ cold",
        "[load, {name: C, cold: perhaps}]               | own.yaml:2: cold: ~ 'perhaps'",
      })
  void whatIsWrongIsNamedWithItsPlace(String phases, String message) {
    assertThatThrownBy(() -> read(phases))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll(message.split(" ~ "));
  }

  @Test
  void aFillIsALoad() {
    Experiment experiment = read("[load, C, {name: again, fill: random}, B]");
    Phase again = experiment.phases().get(2);

    assertThat(again.isLoad()).isTrue();
    assertThat(work(again, experiment)).isEqualTo(new Work.Load(FillOrder.RANDOM));
    assertThat(Settings.PHASES.fact(experiment)).isEqualTo("load, C, again (fill random), B");
    assertThatThrownBy(() -> read("[load, {name: x, fill: random}]", "runner: ycsb"))
        .hasMessageContainingAll("workloads: x:", "'fill'");
  }

  @Test
  void operationsBeyondYcsbsArePartOfTheMix() {
    Experiment experiment =
        read(
            "[load, {name: cache, mix: {read: 0.6, miss: 0.2, delete: 0.1, putIfAbsent: 0.1}}]",
            "records: 1000",
            "operations: 20000");
    Phase cache = experiment.phases().get(1);

    assertThat(work(cache, experiment).properties())
        .containsEntry("missproportion", "0.2")
        .containsEntry("deleteproportion", "0.1")
        .containsEntry("putifabsentproportion", "0.1");
    assertThat(Settings.PHASES.fact(experiment))
        .isEqualTo("load, cache (read 60%, delete 10%, miss 20%, putIfAbsent 10%)");
    assertThat(experiment.layout(10).maxRecords()).isEqualTo(5000);
    assertThat(experiment.searches(cache)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{insert: 0.1, delete: 0.2} | latest | duration: 5s    | workloads: x: ~ inserts",
        "{insert: 0.2, delete: 0.2} | zipfian | operations: 5000 | workloads: x: ~ 'zipfian'",
      })
  void deletesThatCannotBeAreRefused(String mix, String keys, String end, String message) {
    assertThatThrownBy(
            () ->
                read(
                    "[load, {name: x, mix: " + mix + ", keys: " + keys + "}]",
                    "records: 1000",
                    end))
        .hasMessageContainingAll(message.split(" ~ "));
  }

  @Test
  void theStockClientMakesWhatItKnowsAndNothingElse() {
    assertThatThrownBy(
            () -> read("[load, {name: x, mix: {read: 1, miss: 0.1}}]", "runner: [trace, ycsb]"))
        .hasMessageContainingAll("workloads: x:", "'miss'");
    assertThatThrownBy(
            () ->
                read(
                    "[load, A]",
                    "runner: ycsb",
                    "properties: {deleteproportion: 0.1, requestdistribution: uniform}"))
        .hasMessageContainingAll("workloads: A:", "'delete'");
  }
}
