package org.pmemycsb.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.statistics.Call;

/**
 * Simulates experiments with two equal databases and a precision on a machine that drifts: its
 * speed is an autoregressive process of first order that forgets within about 15 runs.
 */
class DriftTest {
  private static final int EXPERIMENTS = 1000;
  private static final int FEW = EXPERIMENTS * 6 / 100;
  private static final double MEMORY_IN_RUNS = 15;
  private static final double NOISE = 0.05;
  private static final int MOST_RUNS = 24;

  private static List<RunSpec> wholeRounds(List<PhaseResult> history) {
    double left = TwoDatabases.SECONDS * (MOST_RUNS - history.size());
    Refinement refinement = new Refinement(TwoDatabases.EXPERIMENT, TwoDatabases.GRID);
    return refinement.next(
        history,
        Duration.ofMillis((long) (1000 * left)),
        Duration.ofMillis((long) (2000 * TwoDatabases.SECONDS)));
  }

  /** Whether the two databases were told apart. */
  private static boolean finds(double drift, double slowdown, long seed) {
    Random random = new Random(seed);
    double kept = Math.exp(-1 / MEMORY_IN_RUNS);
    double speed = drift * random.nextGaussian();
    List<PhaseResult> history = new ArrayList<>();
    List<RunSpec> next =
        TwoDatabases.GRID.stream()
            .filter(run -> run.purpose() == Purpose.COMPARISON)
            .filter(run -> TwoDatabases.EXPERIMENT.databases().contains(run.database()))
            .filter(run -> TwoDatabases.EXPERIMENT.runners().contains(run.runner()))
            .toList();
    while (!next.isEmpty()) {
      for (RunSpec run : next) {
        double log = speed + NOISE * random.nextGaussian();
        double own = run.database().id().equals("redis") ? 1 - slowdown : 1;
        history.add(TwoDatabases.result(run, 1000 * own * Math.exp(log), null));
        speed = kept * speed + Math.sqrt(1 - kept * kept) * drift * random.nextGaussian();
      }
      next = wholeRounds(history);
    }
    List<Cell> cells = Cells.of(history);
    Call call = Call.of(cells.get(0).invocations().ratio(cells.get(1).invocations()));
    return call == Call.FASTER || call == Call.SLOWER;
  }

  private static long findings(double drift, double slowdown) {
    return IntStream.range(0, EXPERIMENTS)
        .parallel()
        .filter(seed -> finds(drift, slowdown, seed))
        .count();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.15, 0.3})
  void wholeRoundsTellFewerThanSixInAHundredEqualPairsApart(double drift) {
    assertThat(findings(drift, 0)).isLessThan(FEW);
  }

  @Test
  void wholeRoundsFindADifferenceThatIsThere() {
    assertThat(findings(0.05, 0.2)).isGreaterThan(EXPERIMENTS / 2);
  }
}
