package org.pmemycsb.harness.statistics;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The 95 % interval of a median whose ends are samples: the exact one of the sign test (W. J.
 * Conover, Practical Nonparametric Statistics, 1971, chapter 3). Up to eight samples it reaches
 * from the lowest to the highest; {@link Bootstrap#confidence} tells how often that holds the true
 * median. It costs a hundredth of {@link Bootstrap}.
 */
public final class MedianInterval {
  private static final double TAIL = 0.025;

  private MedianInterval() {}

  /**
   * Median and interval; no coefficient of variation.
   *
   * @param samples at least one
   */
  public static Estimate of(double[] samples) {
    double[] sorted = samples.clone();
    Arrays.sort(sorted);
    int count = sorted.length;
    int cut =
        Math.max(0, BinomialDistribution.of(count, 0.5).inverseCumulativeProbability(TAIL) - 1);
    OptionalDouble none = OptionalDouble.empty();
    return count == 1
        ? new Estimate(1, sorted[0], none, none, none)
        : new Estimate(
            count,
            Bootstrap.median(sorted),
            OptionalDouble.of(sorted[cut]),
            OptionalDouble.of(sorted[count - 1 - cut]),
            none);
  }
}
