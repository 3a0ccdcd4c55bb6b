package org.pmemycsb.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.settings.Budget;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.PhaseResult;

class RefinementTest {
  private static final double[] CALM = {100, 101, 100, 101};
  private static final double[] RESTLESS = {100, 150, 80, 120};
  private static final Duration AMPLE = Duration.ofHours(1);

  private final Refinement refinement = new Refinement(TwoDatabases.EXPERIMENT, TwoDatabases.GRID);

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

  private List<RunSpec> next(List<PhaseResult> history) {
    return refinement.next(history, AMPLE, Duration.ZERO);
  }

  private static List<String> databases(List<RunSpec> round) {
    return round.stream().map(run -> run.database().id()).toList();
  }

  @Test
  void aGridThatIsPreciseEnoughGetsNoMoreRuns() {
    assertThat(next(history(CALM, CALM, null))).isEmpty();
  }

  @Test
  void aRoundHasEachCombinationOnceAlsoThePreciseOne() {
    List<RunSpec> round = next(history(CALM, RESTLESS, null));

    assertThat(databases(round)).containsExactlyInAnyOrder("pmemkv", "redis");
    assertThat(round).extracting(RunSpec::repeat).containsOnly(5);
    assertThat(round).allMatch(run -> run.id().endsWith("/5"));
  }

  @Test
  void eachRoundHasAnOrderOfItsOwnThatTheSeedRepeats() {
    List<PhaseResult> history = history(CALM, RESTLESS, null);
    Set<List<String>> orders = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      List<RunSpec> round = next(history);
      assertThat(next(history)).isEqualTo(round);
      orders.add(databases(round));
      round.forEach(run -> history.add(TwoDatabases.result(run, RESTLESS[run.repeat() % 4], null)));
    }

    assertThat(orders).hasSize(2);
  }

  @Test
  void moreRoundsMakeItPreciseAndThenItIsLeftAlone() {
    List<PhaseResult> history = history(CALM, RESTLESS, null);
    List<Integer> repeats = new ArrayList<>();
    for (List<RunSpec> round = next(history);
        !round.isEmpty() && repeats.size() < 100;
        round = next(history)) {
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
    history.add(TwoDatabases.result(redis.repeated(7), 300, null));

    assertThat(next(history)).hasSize(2).extracting(RunSpec::repeat).containsOnly(8);
  }

  @Test
  void anInvalidCombinationIsNotRunAgain() {
    assertThat(next(history(CALM, RESTLESS, "failed"))).isEmpty();
    assertThat(databases(next(history(RESTLESS, CALM, "failed")))).containsExactly("pmemkv");
  }

  @Test
  void floorAndCeilingGetNoMoreRuns() {
    assertThat(TwoDatabases.GRID).anyMatch(run -> run.database().equals(DatabaseChoice.NOOP));

    assertThat(databases(next(history(RESTLESS, RESTLESS, null))))
        .containsExactlyInAnyOrder("pmemkv", "redis");
  }

  @Test
  void aRoundThatDoesNotFitInTheBudgetDoesNotBegin() {
    List<PhaseResult> history = history(CALM, RESTLESS, null);
    Duration ofRound = Duration.ofSeconds(8);

    assertThat(refinement.next(history, ofRound, ofRound)).hasSize(2);
    assertThat(refinement.next(history, Duration.ofMillis(7999), ofRound)).isEmpty();
    assertThat(refinement.next(history, Duration.ZERO, ofRound)).isEmpty();
  }

  @Test
  void withoutAPrecisionRoundsGoOnWhileTheyFitInTheBudget() {
    Experiment byTime =
        TwoDatabases.draft().set(Settings.BUDGET, Budget.of(Duration.ofMinutes(1))).finish();
    List<RunSpec> grid = TwoDatabases.grid(byTime);
    List<PhaseResult> history =
        new ArrayList<>(grid.stream().map(run -> TwoDatabases.result(run, 100, null)).toList());
    Refinement plan = new Refinement(byTime, grid);
    Duration ofRound = Duration.ofSeconds(4);
    Duration left = Duration.ofSeconds(14);
    int rounds = 0;

    for (List<RunSpec> round = plan.next(history, left, ofRound);
        !round.isEmpty();
        round = plan.next(history, left, ofRound)) {
      round.forEach(run -> history.add(TwoDatabases.result(run, 100, null)));
      left = left.minus(ofRound);
      rounds++;
    }

    assertThat(rounds).isEqualTo(3);
  }
}
