package org.pmemycsb.harness.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.statistics.Estimate;
import org.pmemycsb.harness.statistics.Interval;
import org.pmemycsb.harness.statistics.Median;
import org.pmemycsb.harness.statistics.Repeated;
import org.pmemycsb.harness.statistics.Scatter;

/**
 * How often intervals hold the truth, over throughputs that scatter by 5 % as a lognormal does, and
 * lose 30 % in a tenth of the runs where there are hiccups. {@code -Dcoverage.trials=10000} gives
 * the table of {@code docs/measurements/statistics.md}.
 */
class CoverageTest {
  private static final int TRIALS = Integer.getInteger("coverage.trials", 0);
  private static final double SCATTER = 0.05;
  private static final double TAIL = 0.025;

  private final Random random = new Random(1);

  private double[] samples(int repeats, double hiccups) {
    return DoubleStream.generate(
            () ->
                1000
                    * Math.exp(SCATTER * random.nextGaussian())
                    * (random.nextDouble() < hiccups ? 0.7 : 1))
        .limit(repeats)
        .toArray();
  }

  private static CellRef place(int number) {
    return new CellRef(Map.of(Dimension.DATABASE, "" + number));
  }

  private static int number(CellRef place) {
    return Integer.parseInt(place.of(Dimension.DATABASE));
  }

  private static boolean holds(Interval interval, double truth) {
    return interval.low() <= truth && truth <= interval.high();
  }

  @ParameterizedTest
  @CsvSource({
    "2, 0", "3, 0", "4, 0", "5, 0", "7, 0", "10, 0", "3, 0.1", "4, 0.1", "5, 0.1", "7, 0.1",
    "10, 0.1"
  })
  void intervalsHoldTheTruthAsOftenAsTheySay(int repeats, double hiccups) {
    int trials = TRIALS == 0 ? 1000 : TRIALS;
    List<Quantity> ratios =
        IntStream.range(0, 3)
            .mapToObj(i -> (Quantity) new Quantity.Cells(List.of(place(2 * i), place(2 * i + 1))))
            .toList();
    Quantity smallest = new Quantity.Chosen(Quantity.Choice.SMALLEST, ratios);
    Quantity largest = new Quantity.Chosen(Quantity.Choice.LARGEST, ratios);
    Quantity middle = new Quantity.Chosen(Quantity.Choice.MIDDLE, ratios);
    int[] held = new int[5];
    double width = 0;
    double truth = median(hiccups);
    for (int trial = 0; trial < trials; trial++) {
      double[][] cells = new double[6][];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = samples(repeats, hiccups);
      }
      Function<Quantity.Cells, Repeated> at =
          leaf ->
              Repeated.ratio(
                  cells[number(leaf.cells().get(0))],
                  Scatter.UNKNOWN,
                  cells[number(leaf.cells().get(1))],
                  Scatter.UNKNOWN);
      Interval ratio = ratios.get(0).interval(at, TAIL, TAIL);
      width += ratio.high() - ratio.low();
      held[0] += holds(ratio, 1) ? 1 : 0;
      held[1] += holds(smallest.interval(at, TAIL, TAIL), 1) ? 1 : 0;
      held[2] += holds(largest.interval(at, TAIL, TAIL), 1) ? 1 : 0;
      held[3] += holds(middle.interval(at, TAIL, TAIL), 1) ? 1 : 0;
      Estimate median = Median.estimate(cells[0]).orElseThrow();
      held[4] +=
          median.low().orElse(0) <= truth && truth <= median.high().orElse(Double.MAX_VALUE)
              ? 1
              : 0;
    }
    if (TRIALS > 0) {
      System.out.printf(
          Locale.ROOT,
          "| %d | %s | %.1f %% | %.1f %% | %.1f %% | %.1f %% | ±%.0f %% |%n",
          repeats,
          hiccups == 0 ? "no" : "yes",
          100.0 * held[4] / trials,
          100.0 * held[0] / trials,
          100.0 * held[1] / trials,
          100.0 * held[2] / trials,
          50 * width / trials);
    }
    // Three standard errors of 1000 trials below 95 %.
    for (int count : held) {
      assertThat((double) count / trials).isGreaterThan(0.929);
    }
  }

  /** Of what the samples are drawn from. */
  private double median(double hiccups) {
    double[] many = samples(hiccups == 0 ? 1 : 400_001, hiccups);
    java.util.Arrays.sort(many);
    return hiccups == 0 ? 1000 : many[many.length / 2];
  }
}
