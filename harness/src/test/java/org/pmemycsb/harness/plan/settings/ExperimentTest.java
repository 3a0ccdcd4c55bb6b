package org.pmemycsb.harness.plan.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.plan.design.Phase;

class ExperimentTest {
  /** Of a command that has 300 ms for a workload and 4 min for all runs. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "records: 5              | 300ms | 4min | 2",
        "runner: [trace, ycsb]   | 1s    | 4min | 2",
        "operations: 1000        | none  | none | 4",
        "duration: 1s            | 1s    | none | 4",
        "iterations: 20          | 2s    | none | 4",
        "repeats: 7              | 300ms | none | 7",
        "budget: 1min            | 300ms | 1min | 1",
        "budget: 1min; repeats: 6 | 300ms | 1min | 6",
        "quick: records: 5       | 300ms | none | 3",
        "quick: duration: 25s    | 2s    | none | 3",
        "quick: duration: 300ms  | 300ms | none | 3",
        "quick: budget: 1h:2%    | 300ms | 6min | 4",
      })
  void whatNobodyGivesFollowsFromTheRest(String text, String duration, String budget, int repeats) {
    ExperimentDraft draft =
        Experiments.draft(text.replace("quick: ", ""))
            .lasting(Duration.ofMillis(300), Duration.ofMinutes(4));
    if (text.startsWith("quick: ")) {
      draft.quick();
    }
    Experiment experiment = draft.finish();

    assertThat(TimeSpan.format(experiment.duration())).isEqualTo(duration);
    assertThat(TimeSpan.format(experiment.budget())).isEqualTo(budget);
    assertThat(experiment.repeats()).isEqualTo(repeats);
    assertThat(experiment.endsByTimeAlone()).isEqualTo(!duration.equals("none"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "operations: 100_000; workloads: [load, A]           | A | 100000 | 1000 | 100,000",
        "operations: 100_000; workloads: [load, D, E]        | D | 100000 | 21000 | 100,000",
        "operations: 30_000; threads: [1, 4]                 | D | 30000  | 4000 | 30,000",
        "operations: 30_000/thread; threads: [1, 4]          | D | 120000 | 13000 | 30,000 for each thread",
        "duration: 2s                                        | C | 1000000000000 | 201000 | as many as end in 2s",
        "duration: 2s                                        | D | 2000000 | 201000 | as many as end in 2s",
        "duration: 2s; operations: 30_000                    | D | 30000  | 4000 | 30,000, or as many as end in 2s",
        "operations: 9000; workloads: [load, A]; properties: {insertproportion: 1} | A | 9000 | 10000 | 9,000",
      })
  void workloadsHaveTheirOperationsAndRoomForTheirInserts(
      String text, String phase, long operations, long records, String words) {
    Experiment experiment = Experiments.of("records: 1000", text);

    assertThat(experiment.operations(Phase.of(phase), 4)).isEqualTo(operations);
    assertThat(experiment.layout(100).maxRecords()).isEqualTo(records);
    assertThat(Settings.OPERATIONS.fact(experiment)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workloads: [load, A]                                | false",
        "workloads: [load, A]; properties: {scanproportion: 0.5} | true",
        "workloads: [load, E]                                | true",
        "workloads: [load, E]; properties: {scanproportion: 0.0} | false",
        "workloads: [load]; properties: {scanproportion: 1}  | false",
      })
  void propertiesOfTheExperimentChangeTheMixOfWorkloads(String text, boolean scans) {
    assertThat(Experiments.of(text).scans()).isEqualTo(scans);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "repeats | repeats: 7          | 7",
        "repeats | budget: 1min        | as many rounds as fit in 1min, at least 1",
        "repeats | budget: 30min:2.5%  | 4 and more, until intervals are ±2.5% of the median, for at most 30min",
        "target  | target: poisson:5000 | 5,000 operations per second, Poisson arrivals",
        "target  | duration: 1s        | none: as fast as possible",
        "target  | target: p99=1ms; duration: 1s | none: as fast as possible; beside it the capacity with p99 at most 1 ms",
      })
  void theReportSaysWhatASettingMeans(String setting, String text, String words) {
    assertThat(Settings.named(setting).fact(Experiments.of(text))).isEqualTo(words);
  }

  @Test
  void passwordsAreNoDifference() {
    Experiment one = Experiments.of("properties: {a.password: one}");
    assertThat(one.differences(Experiments.of("properties: {a.password: two}"))).isEmpty();
    assertThat(one.differences(Experiments.of("properties: {a.password: two, a.host: h}")))
        .containsExactly("properties: {a.password=***} -> {a.host=h, a.password=***}");
  }

  @Test
  void theFirstRepeatsOfAnExperimentWithAPrecisionAreAnExperiment() {
    Experiment first = Experiments.of("budget: 1min:5%").repeated(1);

    assertThat(first.repeats()).isOne();
    assertThat(first.precision()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"10, 2", "300, 60", "1000, 200", "2000, 200", "5000, 500", "600000, 10000"})
  void theWarmUpIsATenthOfAWorkloadOrWhatTheCompilerNeeds(long workload, long warmUp) {
    assertThat(Phase.warmUp(Duration.ofMillis(workload))).hasMillis(warmUp);
  }
}
