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
import org.pmemycsb.harness.plan.design.Show;
import org.pmemycsb.harness.plan.design.Sizes;
import org.pmemycsb.harness.plan.design.Target;

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
            "operations: all threads together make 2,000,000,000,000, more than 1,000,000,000,000",
            draft ->
                draft
                    .set(Settings.OPERATIONS, new OperationCount(1_000_000_000_000L, true))
                    .set(Settings.THREADS, List.of(1, 2))),
        wrong(
            "operations: the stock client counts to 2,147,483,647",
            draft ->
                draft
                    .set(Settings.RUNNERS, List.of(RunnerKind.YCSB))
                    .set(Settings.OPERATIONS, new OperationCount(1_000_000_000L, true))
                    .set(Settings.THREADS, List.of(3))),
        wrong(
            "duration: PT-1S is out of range; it must be from 1ms to 720h",
            draft -> draft.set(Settings.DURATION, Duration.ofSeconds(-1))),
        wrong(
            "duration: the stock client counts whole seconds",
            draft ->
                draft
                    .set(Settings.RUNNERS, List.of(RunnerKind.YCSB))
                    .set(Settings.DURATION, Duration.ofMillis(500))),
        wrong(
            "workloads: A: the stock client cannot do what 'zipfianconstant' asks for",
            draft ->
                draft
                    .set(Settings.RUNNERS, List.of(RunnerKind.TRACE, RunnerKind.YCSB))
                    .set(Settings.PHASES, List.of(Phase.LOAD, Phase.of("A")))
                    .set(Settings.PROPERTIES, Map.of("zipfianconstant", "0.8"))),
        wrong(
            "target: the stock client has no Poisson process",
            draft ->
                draft
                    .set(Settings.TARGET, Target.parse("poisson:1000"))
                    .set(Settings.RUNNERS, List.of(RunnerKind.YCSB))),
        wrong(
            "target: the native program has none",
            draft ->
                draft
                    .set(Settings.TARGET, Target.of(1000))
                    .set(Settings.RUNNERS, List.of(RunnerKind.TRACE, RunnerKind.NATIVE))),
        wrong(
            "properties: maxexecutiontime repeats the experiment's duration",
            draft -> draft.set(Settings.PROPERTIES, Map.of("maxexecutiontime", "3"))),
        wrong(
            "show: it needs runner trace; add trace to runner, or leave show out",
            draft ->
                draft
                    .set(Settings.SHOW, List.of(Show.LEDGER))
                    .set(Settings.RUNNERS, List.of(RunnerKind.YCSB, RunnerKind.NATIVE))),
        wrong(
            "repeats: 3 are too few for a precision; give at least 4",
            draft ->
                draft
                    .set(Settings.BUDGET, new Budget(Duration.ofMinutes(1), 0.05))
                    .set(Settings.REPEATS, 3)),
        wrong("threads: 0 is out of range", draft -> draft.set(Settings.THREADS, List.of(1, 0))),
        wrong("repeats: 0 is out of range", draft -> draft.set(Settings.REPEATS, 0)),
        wrong(
            "--value-size: '0' is out of range",
            draft -> Settings.VALUE_SIZES.parse(List.of("0"), draft)),
        wrong(
            "keyLength: 18 is too short for hashed keys; it must be at least 19",
            draft -> draft.set(Settings.KEY_LENGTH, Sizes.of("18"))),
        wrong(
            "keyLength: uniform:18B:60B is too short for hashed keys",
            draft -> draft.set(Settings.KEY_LENGTH, Sizes.of("uniform:18:60"))),
        wrong(
            "keyLength: lognormal:18B:60B:240B is too short for hashed keys",
            draft -> draft.set(Settings.KEY_LENGTH, Sizes.of("lognormal:18:60"))),
        wrong(
            "keyLength: pareto:40B:20KiB:80KiB is too long; a key has at most 65536 bytes",
            draft -> draft.set(Settings.KEY_LENGTH, Sizes.of("pareto:40:20KiB"))),
        wrong(
            "keyLength: 22 is nothing that the stock client has",
            draft ->
                draft
                    .set(Settings.KEY_LENGTH, Sizes.of("22"))
                    .set(Settings.RUNNERS, List.of(RunnerKind.YCSB))),
        wrong(
            "keyLength: uniform:30B:60B is nothing that the stock client has",
            draft ->
                draft
                    .set(Settings.KEY_LENGTH, Sizes.of("uniform:30:60"))
                    .set(Settings.RUNNERS, List.of(RunnerKind.YCSB))),
        wrong(
            "properties: keylength repeats the experiment's keyLength",
            draft -> draft.set(Settings.PROPERTIES, Map.of("keylength", "uniform:30:60"))),
        wrong(
            "keyLength: 3 is too short for these records' keys; it must be at least 4",
            draft ->
                draft
                    .set(Settings.KEY_LENGTH, Sizes.of("3"))
                    .set(Settings.PHASES, List.of(Phase.LOAD))
                    .set(Settings.PROPERTIES, Map.of("insertorder", "ordered"))),
        wrong("threads: 2 is named twice", draft -> draft.set(Settings.THREADS, List.of(2, 2))),
        wrong(
            "workloads: A is named twice",
            draft -> draft.set(Settings.PHASES, List.of(Phase.LOAD, Phase.of("A"), Phase.of("a")))),
        wrong(
            "properties: fieldcount repeats the experiment's fieldCount",
            draft -> draft.set(Settings.PROPERTIES, Map.of("fieldcount", "3"))),
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
                        new DatabaseChoice("class:b.C", Map.of())))),
        wrong("db: at least one is needed", draft -> draft.set(Settings.DATABASES, List.of())),
        wrong(
            "the first phase must be load",
            draft -> draft.set(Settings.PHASES, List.of(Phase.of("A")))));
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
    assertThatThrownBy(draft::finish).hasMessageContaining("repeats: 3 are too few");
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
