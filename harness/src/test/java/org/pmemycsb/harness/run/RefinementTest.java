package org.pmemycsb.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.design.DatabaseChoice;
import org.pmemycsb.harness.design.RunSpec;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.Settings;
import org.pmemycsb.harness.result.PhaseResult;

class RefinementTest {
  private static final double[] CALM = {100, 101, 100, 101};
  private static final double[] RESTLESS = {100, 150, 80, 120};
  private static final Duration AMPLE = Duration.ofHours(1);

  private final Refinement refinement =
      new Refinement(TwoDatabases.EXPERIMENT, TwoDatabases.GRID, DatabaseChoice::id);

  private static List<PhaseResult> history(double[] pmemkv, double[] redis, String failureOfRedis) {
    List<PhaseResult> history = new ArrayList<>();
    for (RunSpec run : TwoDatabases.GRID) {
      boolean first = run.database().id().equals("pmemkv");
      history.add(
          TwoDatabases.result(
              run, (first ? pmemkv : redis)[run.repeat() - 1], first ? null : failureOfRedis));
    }
    return history;
  }

  private static List<String> databases(List<RunSpec> round) {
    return round.stream().map(run -> run.database().id()).toList();
  }

  @Test
  void aGridThatIsPreciseEnoughGetsNoMoreRuns() {
    assertThat(refinement.next(history(CALM, CALM, null), AMPLE)).isEmpty();
  }

  @Test
  void aRoundHasEachCombinationOnceAlsoThePreciseOne() {
    List<RunSpec> round = refinement.next(history(CALM, RESTLESS, null), AMPLE);

    assertThat(databases(round)).containsExactlyInAnyOrder("pmemkv", "redis");
    assertThat(round).extracting(RunSpec::repeat).containsOnly(5);
    assertThat(round).allMatch(run -> run.id().endsWith("/5"));
  }

  @Test
  void eachRoundHasAnOrderOfItsOwnThatTheSeedRepeats() {
    List<PhaseResult> history = history(CALM, RESTLESS, null);
    Set<List<String>> orders = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      List<RunSpec> round = refinement.next(history, AMPLE);
      assertThat(refinement.next(history, AMPLE)).isEqualTo(round);
      orders.add(databases(round));
      round.forEach(
          run -> history.add(TwoDatabases.result(run, RESTLESS[run.invocation() % 4], null)));
    }

    assertThat(orders).hasSize(2);
  }

  @Test
  void moreRoundsMakeItPreciseAndThenItIsLeftAlone() {
    List<PhaseResult> history = history(CALM, RESTLESS, null);
    List<Integer> repeats = new ArrayList<>();
    for (List<RunSpec> round = refinement.next(history, AMPLE);
        !round.isEmpty() && repeats.size() < 100;
        round = refinement.next(history, AMPLE)) {
      repeats.add(round.get(0).repeat());
      round.forEach(run -> history.add(TwoDatabases.result(run, 100, null)));
    }

    assertThat(repeats).startsWith(5, 6, 7).hasSizeLessThan(30);
  }

  @Test
  void aResumedExperimentBeginsANewRoundAfterTheOneThatWasBrokenOff() {
    List<PhaseResult> history = history(CALM, RESTLESS, null);
    RunSpec redis =
        TwoDatabases.GRID.stream()
            .filter(run -> run.database().id().equals("redis"))
            .findFirst()
            .orElseThrow();
    history.add(TwoDatabases.result(redis.repeated(7, 7), 300, null));

    assertThat(refinement.next(history, AMPLE))
        .hasSize(2)
        .extracting(RunSpec::repeat)
        .containsOnly(8);
  }

  @Test
  void anInvalidCombinationIsNotRunAgain() {
    assertThat(refinement.next(history(CALM, RESTLESS, "a read failed"), AMPLE)).isEmpty();
    assertThat(databases(refinement.next(history(RESTLESS, CALM, "a read failed"), AMPLE)))
        .containsExactly("pmemkv");
  }

  @Test
  void floorAndCeilingGetNoMoreRuns() {
    assertThat(TwoDatabases.GRID).anyMatch(run -> run.database().equals(DatabaseChoice.NOOP));

    assertThat(databases(refinement.next(history(RESTLESS, RESTLESS, null), AMPLE)))
        .containsExactlyInAnyOrder("pmemkv", "redis");
  }

  @Test
  void aRoundThatDoesNotFitInTheBudgetDoesNotBegin() {
    List<PhaseResult> history = history(CALM, RESTLESS, null);
    double round = 2 * TwoDatabases.SECONDS;

    assertThat(refinement.next(history, Duration.ofMillis((long) (1000 * round)))).hasSize(2);
    assertThat(refinement.next(history, Duration.ofMillis((long) (999 * round)))).isEmpty();
    assertThat(refinement.next(history, Duration.ZERO)).isEmpty();
  }

  @Test
  void withoutAPrecisionRoundsGoOnWhileTheyFitInTheBudget() {
    Experiment byTime = TwoDatabases.draft().set(Settings.PRECISION, 0.0).finish();
    List<RunSpec> grid = TwoDatabases.grid(byTime);
    List<PhaseResult> history =
        new ArrayList<>(grid.stream().map(run -> TwoDatabases.result(run, 100, null)).toList());
    Refinement plan = new Refinement(byTime, grid, DatabaseChoice::id);
    Duration left = Duration.ofSeconds((long) (7 * TwoDatabases.SECONDS));
    int rounds = 0;

    for (List<RunSpec> round = plan.next(history, left);
        !round.isEmpty();
        round = plan.next(history, left)) {
      round.forEach(run -> history.add(TwoDatabases.result(run, 100, null)));
      left = left.minusSeconds((long) (round.size() * TwoDatabases.SECONDS));
      rounds++;
    }

    assertThat(rounds).isEqualTo(3);
  }

  /** Runs of a budget, of which the first of an invocation spend half their time on its process. */
  private static List<PhaseResult> inInvocations(
      List<RunSpec> grid, List<Integer> runs, double between, double within) {
    List<PhaseResult> history = new ArrayList<>();
    for (RunSpec run : grid) {
      int repeat = 0;
      for (int invocation = 1; invocation <= runs.size(); invocation++) {
        for (int i = 0; i < runs.get(invocation - 1); i++) {
          double log = (invocation % 2 == 0 ? between : 0) + (i % 2 == 0 ? within : 0);
          RunSpec made = run.repeated(++repeat, invocation);
          PhaseResult first =
              TwoDatabases.result(made, 1000 * Math.exp(log), null, TwoDatabases.SECONDS / 2);
          history.add(
              i == 0 ? first : first.withRunSeconds(Map.of("phases", TwoDatabases.SECONDS / 2)));
        }
      }
    }
    return history;
  }

  private static List<Integer> repeatsOfNext(
      List<Integer> runs, double between, double within, double left) {
    Experiment byTime = TwoDatabases.draft().set(Settings.PRECISION, 0.0).finish();
    List<RunSpec> grid = TwoDatabases.grid(byTime);
    return new Refinement(byTime, grid, DatabaseChoice::id)
            .next(
                inInvocations(Refinement.round(byTime, grid), runs, between, within),
                Duration.ofMillis((long) (1000 * left)))
            .stream()
            .filter(run -> run.database().id().equals("redis"))
            .map(RunSpec::repeat)
            .toList();
  }

  @Test
  void anInvocationMakesTwoRunsToShowTheirScatter() {
    assertThat(repeatsOfNext(List.of(1), 0.1, 0.1, 60)).containsExactly(2, 3);
  }

  // A round of one run takes 4 s; two such rounds come later, and a second run of each takes 2 s.
  @Test
  void theFewestInvocationsComeBeforeMoreRuns() {
    assertThat(repeatsOfNext(List.of(1), 0.1, 0.1, 10)).containsExactly(2, 3);
    assertThat(repeatsOfNext(List.of(1), 0.1, 0.1, 9.9)).containsExactly(2);
  }

  @Test
  void costsAndScatterChooseTheRunsOfAnInvocation() {
    List<Integer> runs = List.of(2, 2, 2, 2);

    assertThat(repeatsOfNext(runs, 0.4, 0.1, 6000)).containsExactly(9);
    assertThat(repeatsOfNext(runs, 0.1, 0.2, 60_000)).hasSize(RoundPlan.MOST);
    assertThat(repeatsOfNext(runs, 0.1, 0.2, 600)).hasSizeBetween(2, RoundPlan.MOST - 1);
  }

  @Test
  void inLittleTimeInvocationsAreWorthMoreThanRuns() {
    assertThat(repeatsOfNext(List.of(2, 2, 2, 2), 0.1, 0.2, 9)).containsExactly(9);
    assertThat(repeatsOfNext(List.of(2, 2, 2, 2), 0.1, 0.2, 3.9)).isEmpty();
  }
}
