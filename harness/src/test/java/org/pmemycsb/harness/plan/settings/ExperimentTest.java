package org.pmemycsb.harness.plan.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.OperationCount;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;

class ExperimentTest {
  @Test
  void theDefaultTimeIsRoundedUpForTheStockClient() {
    ExperimentDraft draft =
        new ExperimentDraft()
            .lasting(Duration.ofMillis(500), Duration.ZERO)
            .set(Settings.DATABASES, List.of(DatabaseChoice.NOOP));
    assertThat(draft.finish().duration()).isEqualTo(Duration.ofMillis(500));

    draft.set(Settings.RUNNERS, List.of(RunnerKind.TRACE, RunnerKind.YCSB));
    assertThat(draft.finish().duration()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void withoutAnyLengthThereIsABudgetBesideTheRepeatsThatAnAnswerNeeds() {
    Experiment experiment = minutes().finish();

    assertThat(experiment.budget()).isEqualTo(Duration.ofMinutes(4));
    assertThat(experiment.repeats()).isEqualTo(2);
  }

  @Test
  void aGivenLengthOrNumberOfRunsLeavesNoBudget() {
    for (ExperimentDraft given :
        List.of(
            minutes().set(Settings.OPERATIONS, OperationCount.of(1000)),
            minutes().set(Settings.DURATION, Duration.ofSeconds(1)))) {
      assertThat(given.finish().budget()).isZero();
      assertThat(given.finish().repeats()).isEqualTo(Settings.REPEATS.byDefault());
    }
    assertThat(minutes().set(Settings.REPEATS, 7).finish().budget()).isZero();
  }

  @Test
  void aGivenBudgetSetsTheNumberOfRunsUnlessRepeatsAreGiven() {
    ExperimentDraft given = draft().set(Settings.BUDGET, Budget.of(Duration.ofMinutes(1)));
    assertThat(given.finish().repeats()).isEqualTo(1);

    given.set(Settings.REPEATS, 6);
    assertThat(given.finish().repeats()).isEqualTo(6);
    assertThat(given.finish().budget()).isEqualTo(Duration.ofMinutes(1));
  }

  private static ExperimentDraft minutes() {
    return draft().lasting(Duration.ofMillis(300), Duration.ofMinutes(4));
  }

  private static ExperimentDraft draft() {
    ExperimentDraft draft = new ExperimentDraft();
    draft.set(Settings.DATABASES, List.of(new DatabaseChoice("noop", Map.of())));
    return draft;
  }

  private static Arguments wrong(String message, Consumer<ExperimentDraft> change) {
    return Arguments.of(message, change);
  }

  static Stream<Arguments> impossible() {
    return Stream.of(
        wrong("records: 0 is out of range", draft -> draft.set(Settings.RECORDS, 0L)),
        wrong("records: -1 is out of range", draft -> draft.set(Settings.RECORDS, -1L)),
        wrong(
            "duration: PT-1S is out of range; it must be from 1ms to 720h",
            draft -> draft.set(Settings.DURATION, Duration.ofSeconds(-1))),
        wrong("threads: 0 is out of range", draft -> draft.set(Settings.THREADS, List.of(1, 0))),
        wrong("repeats: 0 is out of range", draft -> draft.set(Settings.REPEATS, 0)),
        wrong(
            "--value-size: '0' is out of range",
            draft -> Settings.VALUE_SIZES.parse(List.of("0"), draft)),
        wrong("threads: 2 is named twice", draft -> draft.set(Settings.THREADS, List.of(2, 2))),
        wrong(
            "properties: scanproportion must be from 0 to 1, not 'often'",
            draft -> draft.set(Settings.PROPERTIES, Map.of("scanproportion", "often"))),
        wrong(
            "db: class:C is named twice",
            draft ->
                draft.set(
                    Settings.DATABASES,
                    List.of(
                        new DatabaseChoice("class:a.C", Map.of()),
                        new DatabaseChoice("class:b.C", Map.of())))));
  }

  @ParameterizedTest
  @MethodSource("impossible")
  void whatIsImpossibleIsRefused(String message, Consumer<ExperimentDraft> change) {
    ExperimentDraft draft = draft();

    assertThatThrownBy(
            () -> {
              change.accept(draft);
              draft.finish();
            })
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(message);
  }

  @Test
  void theLayoutHasRoomForTheInsertsOfEachWorkloadThatInserts() {
    ExperimentDraft draft = draft();
    draft.set(Settings.RECORDS, 1000L);
    draft.set(Settings.OPERATIONS, OperationCount.of(100_000));
    draft.set(Settings.PHASES, List.of(Phase.LOAD, Phase.of("A")));
    assertThat(draft.finish().layout(100).maxRecords()).isEqualTo(1000);

    draft.set(Settings.PHASES, List.of(Phase.LOAD, Phase.of("D"), Phase.of("E")));
    assertThat(draft.finish().layout(100).maxRecords()).isEqualTo(21_000);
  }

  @Test
  void aDurationAloneLeavesTheNumberOfOperationsOpen() {
    ExperimentDraft draft = draft();
    draft.set(Settings.RECORDS, 1000L);
    draft.set(Settings.DURATION, Duration.ofSeconds(2));
    assertThat(draft.finish().endsByTimeAlone()).isTrue();
    assertThat(draft.finish().operations(Phase.of("C"), 1)).isEqualTo(1_000_000_000_000L);
    assertThat(draft.finish().operations(Phase.of("D"), 1)).isEqualTo(2_000_000);
    assertThat(draft.finish().layout(100).maxRecords()).isEqualTo(201_000);
    assertThat(Settings.OPERATIONS.fact(draft.finish())).isEqualTo("as many as end in 2s");

    draft.set(Settings.OPERATIONS, OperationCount.of(30_000));
    assertThat(draft.finish().endsByTimeAlone()).isFalse();
    assertThat(draft.finish().operations(Phase.of("D"), 1)).isEqualTo(30_000);
    assertThat(Settings.OPERATIONS.fact(draft.finish()))
        .isEqualTo("30,000, or as many as end in 2s");
  }

  @Test
  void eachThreadMayMakeTheGivenOperations() {
    ExperimentDraft draft = draft();
    draft.set(Settings.RECORDS, 1000L);
    draft.set(Settings.OPERATIONS, OperationCount.of(30_000));
    draft.set(Settings.THREADS, List.of(1, 4));
    draft.set(Settings.PHASES, List.of(Phase.LOAD, Phase.of("D")));
    assertThat(draft.finish().operations(Phase.of("D"), 4)).isEqualTo(30_000);
    assertThat(draft.finish().layout(100).maxRecords()).isEqualTo(4000);

    draft.set(Settings.OPERATIONS, new OperationCount(30_000, true));
    assertThat(draft.finish().operations(Phase.of("D"), 1)).isEqualTo(30_000);
    assertThat(draft.finish().operations(Phase.of("D"), 4)).isEqualTo(120_000);
    assertThat(draft.finish().layout(100).maxRecords()).isEqualTo(13_000);
    assertThat(Settings.OPERATIONS.fact(draft.finish())).isEqualTo("30,000 for each thread");
  }

  @Test
  void atQuickScaleAWorkloadLastsATenthInWholeSeconds() {
    ExperimentDraft draft = draft();
    draft.set(Settings.DURATION, Duration.ofSeconds(25));
    draft.quick();
    assertThat(draft.finish().duration()).isEqualTo(Duration.ofSeconds(2));
    assertThat(draft.finish().endsByTimeAlone()).isTrue();

    draft.set(Settings.DURATION, Duration.ofMillis(300));
    draft.quick();
    assertThat(draft.finish().duration()).isEqualTo(Duration.ofMillis(300));
  }

  @Test
  void atQuickScaleAPrecisionHasTheRepeatsThatItNeedsAndATenthOfItsBudget() {
    ExperimentDraft draft = draft();
    draft.set(Settings.BUDGET, new Budget(Duration.ofHours(1), 0.02));
    draft.quick();
    assertThat(draft.finish().repeats()).isEqualTo(4);
    assertThat(draft.finish().budget()).isEqualTo(Duration.ofMinutes(6));

    draft.set(Settings.REPEATS, 3);
    assertThatThrownBy(draft::finish).hasMessageContaining("repeats: they are too few");
  }

  @Test
  void atQuickScaleWorkloadsOfAFreeExperimentStillEndByTime() {
    ExperimentDraft draft = draft().lasting(Duration.ofMillis(300), Duration.ofMinutes(4));
    draft.quick();
    assertThat(draft.finish().duration()).isEqualTo(Duration.ofMillis(300));
    assertThat(draft.finish().endsByTimeAlone()).isTrue();
    assertThat(draft.finish().budget()).isZero();

    draft.set(Settings.DURATION, Duration.ofSeconds(5));
    assertThat(draft.finish().duration()).isEqualTo(Duration.ofSeconds(5));
    assertThat(draft.finish().endsByTimeAlone()).isTrue();
  }

  @Test
  void proportionsAmongThePropertiesGoBeforeThoseOfThePhases() {
    ExperimentDraft draft = draft();
    draft.set(Settings.RECORDS, 1000L);
    draft.set(Settings.OPERATIONS, OperationCount.of(100_000));
    draft.set(Settings.PHASES, List.of(Phase.LOAD, Phase.of("A")));
    assertThat(draft.finish().scans()).isFalse();

    draft.set(Settings.PROPERTIES, Map.of("scanproportion", "0.5"));
    assertThat(draft.finish().scans()).isTrue();
    assertThat(draft.finish().layout(100).maxRecords()).isEqualTo(1000);

    // Beside half reads and half updates of A: a quarter.
    draft.set(
        Settings.PROPERTIES,
        Map.of("scanproportion", "0", "insertproportion", "0.333333333333333333"));
    assertThat(draft.finish().scans()).isFalse();
    assertThat(draft.finish().layout(100).maxRecords()).isEqualTo(51_000);
  }

  @Test
  void proportionsDoNotTurnTheLoadIntoAWorkload() {
    ExperimentDraft draft = draft();
    draft.set(Settings.PHASES, List.of(Phase.LOAD));
    draft.set(Settings.PROPERTIES, Map.of("scanproportion", "1"));
    assertThat(draft.finish().scans()).isFalse();
  }

  @Test
  void workloadEScansAndDoesNotWithoutItsScans() {
    ExperimentDraft draft = draft();
    draft.set(Settings.PHASES, List.of(Phase.LOAD, Phase.of("E")));
    assertThat(draft.finish().scans()).isTrue();

    draft.set(Settings.PROPERTIES, Map.of("scanproportion", "0.0"));
    assertThat(draft.finish().scans()).isFalse();
  }

  @Test
  void passwordsAreNoDifference() {
    ExperimentDraft one = draft();
    one.set(Settings.PROPERTIES, Map.of("a.password", "one"));
    ExperimentDraft other = draft();
    other.set(Settings.PROPERTIES, Map.of("a.password", "other"));
    assertThat(one.finish().differences(other.finish())).isEmpty();

    other.set(Settings.PROPERTIES, Map.of("a.password", "other", "a.host", "h"));
    assertThat(one.finish().differences(other.finish()))
        .containsExactly("properties: {a.password=***} -> {a.host=h, a.password=***}");
  }

  @Test
  void differencesNameWhatChanged() {
    ExperimentDraft other = draft();
    other.set(Settings.RECORDS, 5L);

    assertThat(draft().finish().differences(draft().finish())).isEmpty();
    assertThat(draft().finish().differences(other.finish())).containsExactly("records: 5000 -> 5");
  }

  @Test
  void theFirstRepeatsOfAnExperimentWithAPrecisionAreAnExperiment() {
    Experiment whole =
        draft().set(Settings.BUDGET, new Budget(Duration.ofMinutes(1), 0.05)).finish();

    assertThat(whole.repeated(1).repeats()).isOne();
    assertThat(whole.repeated(1).precision()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"10, 2", "300, 60", "1000, 200", "2000, 200", "5000, 500", "600000, 10000"})
  void theWarmUpIsATenthOfAWorkloadOrWhatTheCompilerNeeds(long workload, long warmUp) {
    assertThat(Phase.warmUp(Duration.ofMillis(workload))).hasMillis(warmUp);
  }
}
