package org.pmemycsb.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.experiment.DatabaseChoice;
import org.pmemycsb.harness.experiment.RunSpec;
import org.pmemycsb.harness.experiment.RunnerKind;
import org.pmemycsb.spi.Durability;

class TimeLeftTest {
  private static RunSpec run(String database, int threads, int repeat) {
    return new RunSpec(
        database + threads + "/" + repeat,
        new DatabaseChoice(database, Map.of()),
        RunnerKind.TRACE,
        threads,
        100,
        Durability.COMMIT,
        repeat);
  }

  private final TimeLeft left =
      new TimeLeft(List.of(run("a", 1, 1), run("a", 2, 1), run("b", 1, 1), run("a", 1, 2)));

  @Test
  void nothingIsSaidBeforeARunIsFinished() {
    assertThat(left.estimate(Duration.ZERO)).isEmpty();
  }

  @Test
  void openRunsAreTakenToLastAsLongAsTheFinishedRunsMostLikeThem() {
    left.finished(run("a", 1, 1), Duration.ofSeconds(10));
    assertThat(left.estimate(Duration.ZERO)).contains(Duration.ofSeconds(30));

    left.finished(run("b", 1, 1), Duration.ofSeconds(100));
    // a with 2 threads as the other runs of a, a with 1 thread as its first repeat.
    assertThat(left.estimate(Duration.ZERO)).contains(Duration.ofSeconds(20));
    assertThat(left.estimate(Duration.ofSeconds(4))).contains(Duration.ofSeconds(16));
  }

  @Test
  void aRunThatLastsLongerThanExpectedDoesNotMakeTimeNegative() {
    left.finished(run("a", 1, 1), Duration.ofSeconds(1));
    assertThat(left.estimate(Duration.ofSeconds(60))).contains(Duration.ZERO);
  }
}
