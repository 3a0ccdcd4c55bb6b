package org.pmemycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Runs;
import org.pmemycsb.spi.Durability;

class TimeLeftTest {
  private static RunSpec run(String database, int threads, int repeat) {
    return Runs.of(
        new DatabaseChoice(database, Map.of()),
        RunnerKind.TRACE,
        threads,
        100,
        Durability.COMMIT,
        repeat);
  }

  private final TimeLeft left =
      new TimeLeft(
          List.of(run("a", 1, 1), run("a", 2, 1), run("b", 1, 1), run("a", 1, 2)),
          run -> Duration.ofSeconds(7));

  private Duration left(RunSpec current, int soFar, int atLeast) {
    return left.of(current, Duration.ofSeconds(soFar), Duration.ofSeconds(atLeast));
  }

  @Test
  void beforeARunIsFinishedTheEstimateCounts() {
    assertThat(left(run("a", 1, 1), 0, 0)).hasSeconds(28);
    assertThat(left(run("a", 1, 1), 5, 0)).hasSeconds(23);
  }

  @Test
  void openRunsAreTakenToLastAsLongAsTheFinishedRunsMostLikeThem() {
    left.finished(run("a", 1, 1), Duration.ofSeconds(10));
    // a with 2 threads as the other runs of a; of b nothing is known.
    assertThat(left(run("a", 2, 1), 0, 0)).hasSeconds(10 + 7 + 10);

    left.finished(run("b", 1, 1), Duration.ofSeconds(100));
    // a with 1 thread as its first repeat.
    assertThat(left(run("a", 2, 1), 0, 0)).hasSeconds(20);
    assertThat(left(run("a", 2, 1), 4, 0)).hasSeconds(16);
  }

  @Test
  void aRunThatLastsLongerThanExpectedTakesNothingFromTheOthers() {
    assertThat(left(run("a", 1, 1), 60, 0)).hasSeconds(21);
  }

  @Test
  void whatARunStillHasToDoCountsWhateverWasExpectedOfIt() {
    assertThat(left(run("a", 1, 1), 60, 5)).hasSeconds(26);
  }
}
