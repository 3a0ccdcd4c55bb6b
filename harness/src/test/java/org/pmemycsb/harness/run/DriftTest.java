package org.pmemycsb.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.design.Aside;
import org.pmemycsb.harness.design.RunSpec;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.statistics.Comparison;
import org.pmemycsb.harness.statistics.Median;
import org.pmemycsb.harness.statistics.Repeated;
import org.pmemycsb.harness.statistics.Scatter;

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

  /** Chooses the next runs from the finished ones. */
  private interface Rule extends Function<List<PhaseResult>, List<RunSpec>> {}

  private static List<RunSpec> wholeRounds(List<PhaseResult> history) {
    double left = TwoDatabases.SECONDS * (MOST_RUNS - history.size());
    Refinement refinement = new Refinement(TwoDatabases.EXPERIMENT, TwoDatabases.GRID);
    refinement.roundTook(Duration.ofMillis((long) (2000 * TwoDatabases.SECONDS)));
    return refinement.next(history, Duration.ofMillis((long) (1000 * left)));
  }

  /** One run at a time, always of the less precise database. */
  private static List<RunSpec> lessPreciseAlone(List<PhaseResult> history) {
    Map<String, List<PhaseResult>> all =
        history.stream().collect(Collectors.groupingBy(PhaseResult::database));
    String worst =
        all.keySet().stream()
            .max(Comparator.comparingDouble(database -> width(all.get(database))))
            .orElseThrow();
    List<PhaseResult> runs = all.get(worst);
    return width(runs) <= TwoDatabases.EXPERIMENT.precision() || history.size() >= MOST_RUNS
        ? List.of()
        : TwoDatabases.GRID.stream()
            .filter(run -> run.database().id().equals(worst))
            .limit(1)
            .map(run -> run.repeated(runs.size() + 1))
            .toList();
  }

  private static double width(List<PhaseResult> runs) {
    return Median.estimate(throughputs(runs.stream())).orElseThrow().precision().orElse(1);
  }

  private static double[] throughputs(Stream<PhaseResult> runs) {
    return runs.mapToDouble(PhaseResult::throughputOpsS).toArray();
  }

  /** Whether the two databases were told apart. */
  private static boolean finds(Rule rule, double drift, double slowdown, long seed) {
    Random random = new Random(seed);
    double kept = Math.exp(-1 / MEMORY_IN_RUNS);
    double speed = drift * random.nextGaussian();
    List<PhaseResult> history = new ArrayList<>();
    List<RunSpec> next =
        TwoDatabases.GRID.stream()
            .filter(run -> run.aside() == Aside.NONE)
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
      next = rule.apply(history);
    }
    Comparison comparison =
        Comparison.of(
            Repeated.ratio(
                throughputs(history.stream().filter(each -> each.database().equals("pmemkv"))),
                Scatter.UNKNOWN,
                throughputs(history.stream().filter(each -> each.database().equals("redis"))),
                Scatter.UNKNOWN));
    return comparison.verdict() != Comparison.Verdict.CANNOT_BE_TOLD_APART;
  }

  private static long findings(Rule rule, double drift, double slowdown) {
    return IntStream.range(0, EXPERIMENTS)
        .parallel()
        .filter(seed -> finds(rule, drift, slowdown, seed))
        .count();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.15, 0.3})
  void wholeRoundsTellFewerThanSixInAHundredEqualPairsApart(double drift) {
    assertThat(findings(DriftTest::wholeRounds, drift, 0)).isLessThan(FEW);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.15, 0.3})
  void runsOfTheLessPreciseDatabaseAloneTellMoreApart(double drift) {
    assertThat(findings(DriftTest::lessPreciseAlone, drift, 0)).isGreaterThan(FEW);
  }

  @Test
  void wholeRoundsFindADifferenceThatIsThere() {
    assertThat(findings(DriftTest::wholeRounds, 0.05, 0.2)).isGreaterThan(EXPERIMENTS / 2);
  }
}
