package org.pmemycsb.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.experiment.DatabaseChoice;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.ExperimentDraft;
import org.pmemycsb.harness.experiment.Grid;
import org.pmemycsb.harness.experiment.RunSpec;
import org.pmemycsb.harness.experiment.Settings;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.spi.Durability;

class RefinementTest {
  private static final double[] CALM = {100, 101, 100, 101};
  private static final double[] NERVOUS = {100, 115, 92, 108};
  private static final double[] RESTLESS = {100, 150, 80, 120};

  private static final Experiment EXPERIMENT =
      new ExperimentDraft()
          .set(
              Settings.DATABASES,
              List.of(
                  new DatabaseChoice("pmemkv", Map.of()), new DatabaseChoice("redis", Map.of())))
          .set(Settings.PRECISION, 0.05)
          .set(Settings.BUDGET, Duration.ofMinutes(1))
          .finish();

  private static final List<RunSpec> GRID =
      Grid.expand(
          EXPERIMENT,
          new Grid.Offer() {
            @Override
            public boolean has(DatabaseChoice database, Durability durability) {
              return true;
            }

            @Override
            public boolean isNative(DatabaseChoice database) {
              return database.id().equals("pmemkv");
            }

            @Override
            public boolean persists(DatabaseChoice database) {
              return false;
            }
          });

  private static List<PhaseResult> result(RunSpec run, double throughput, String failure) {
    String name = run.database().id();
    PhaseResult made =
        failure == null
            ? Phases.valid(name, "A", 1, run.repeat(), throughput)
            : Phases.invalid(name, "A", 1, run.repeat(), failure);
    return List.of(
        new PhaseResult(
            run.id(),
            1,
            run.repeat(),
            run.invocation(),
            made.version(),
            made.startedAt(),
            made.conditions(),
            made.measurement(),
            made.serverStatistics(),
            made.recordCount(),
            made.placement(),
            made.occupiedBytes(),
            made.runSeconds(),
            made.aside()));
  }

  private static Refinement after(double[] pmemkv, double[] redis, String failureOfRedis) {
    Refinement refinement = new Refinement(EXPERIMENT, GRID);
    for (RunSpec run : GRID) {
      boolean first = run.database().id().equals("pmemkv");
      refinement.finished(
          result(run, (first ? pmemkv : redis)[run.repeat() - 1], first ? null : failureOfRedis));
    }
    return refinement;
  }

  @Test
  void aGridThatIsPreciseEnoughGetsNoMoreRuns() {
    assertThat(after(CALM, CALM, null).next()).isEmpty();
  }

  @Test
  void theLeastPreciseCombinationIsRunAgainAsANewRepeat() {
    RunSpec next = after(CALM, RESTLESS, null).next().orElseThrow();

    assertThat(next.database().id()).isEqualTo("redis");
    assertThat(next.repeat()).isEqualTo(5);
    assertThat(GRID).extracting(RunSpec::id).doesNotContain(next.id());
    assertThat(next.id()).endsWith("/5");
  }

  @Test
  void ofTwoThatAreNotPreciseTheLessPreciseIsRunAgain() {
    assertThat(after(NERVOUS, RESTLESS, null).next().orElseThrow().database().id())
        .isEqualTo("redis");
    assertThat(after(RESTLESS, NERVOUS, null).next().orElseThrow().database().id())
        .isEqualTo("pmemkv");
    assertThat(after(NERVOUS, CALM, null).next().orElseThrow().database().id()).isEqualTo("pmemkv");
  }

  @Test
  void moreRunsMakeItPreciseAndThenItIsLeftAlone() {
    Refinement refinement = after(CALM, RESTLESS, null);
    List<Integer> repeats = new ArrayList<>();
    for (Optional<RunSpec> next = refinement.next();
        next.isPresent() && repeats.size() < 100;
        next = refinement.next()) {
      repeats.add(next.get().repeat());
      refinement.finished(result(next.get(), 100, null));
    }

    assertThat(repeats).startsWith(5, 6, 7).hasSizeLessThan(30);
  }

  @Test
  void aResumedExperimentGoesOnAfterItsLastRepeat() {
    Refinement resumed = after(CALM, RESTLESS, null);
    RunSpec fifth = resumed.next().orElseThrow();
    resumed.finished(result(fifth.repeated(7, 7), 300, null));

    assertThat(resumed.next()).map(RunSpec::repeat).contains(8);
  }

  @Test
  void anInvalidCombinationIsNotRunAgain() {
    assertThat(after(CALM, RESTLESS, "a read failed").next()).isEmpty();
  }

  @Test
  void floorAndCeilingGetNoMoreRuns() {
    assertThat(GRID).anyMatch(run -> run.database().equals(DatabaseChoice.NOOP));
    Refinement refinement = new Refinement(EXPERIMENT, GRID);
    for (RunSpec run : GRID) {
      refinement.finished(
          result(run, run.database().equals(DatabaseChoice.NOOP) ? RESTLESS[0] : CALM[0], null));
    }

    assertThat(refinement.next()).isEmpty();
  }
}
