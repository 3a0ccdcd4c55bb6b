package org.pmemycsb.harness.statistics;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The median of a few figures with its 95 % interval.
 *
 * <p>With fewer than {@value #MANY} samples, the interval is Student's, of the mean of the
 * logarithms: it can reach beyond the samples. With more, its ends are samples, chosen by the sign
 * test (W. J. Conover, Practical Nonparametric Statistics, 1971, chapter 3), which holds for skewed
 * samples too. {@code docs/measurements/statistics.md} has the simulation.
 */
public final class Median {
  /** Fewest samples for the sign test. */
  static final int MANY = 12;

  private static final double TAIL = 0.025;

  private Median() {}

  /** The middle one, or the mean of the two in the middle; NaN of no samples. */
  public static double of(double[] samples) {
    return org.apache.commons.statistics.descriptive.Median.withDefaults()
        .withCopy(true)
        .evaluate(samples);
  }

  /**
   * Median and interval. A single sample has no interval, and an interval that is too wide to be
   * shown is left out: see {@link Repeated#bounds}.
   *
   * @return empty when there are no samples
   */
  public static Optional<Estimate> estimate(double[] samples) {
    return estimate(samples, Scatter.UNKNOWN);
  }

  /** The same, with what the scatter of other cells adds to the knowledge of the variance. */
  public static Optional<Estimate> estimate(double[] samples, Scatter scatter) {
    if (samples.length == 0) {
      return Optional.empty();
    }
    Interval known = interval(samples, scatter);
    Optional<Interval> interval =
        Optional.of(known).filter(each -> samples.length > 1 && Repeated.bounds(each));
    return Optional.of(
        new Estimate(
            samples.length,
            known.figure(),
            interval.stream().mapToDouble(Interval::low).findFirst(),
            interval.stream().mapToDouble(Interval::high).findFirst(),
            variation(samples)));
  }

  /** Without a mean above 0, there is nothing to compare a deviation with. */
  private static OptionalDouble variation(double[] samples) {
    double mean = Mean.of(samples).getAsDouble();
    return samples.length > 1 && mean > 0
        ? OptionalDouble.of(StandardDeviation.of(samples).getAsDouble() / mean)
        : OptionalDouble.empty();
  }

  private static Interval interval(double[] samples, Scatter scatter) {
    // Zero has no logarithm.
    return samples.length < MANY && Arrays.stream(samples).allMatch(sample -> sample > 0)
        ? Repeated.of(samples, scatter).interval(TAIL, TAIL)
        : ofSignTest(samples);
  }

  private static Interval ofSignTest(double[] samples) {
    double[] sorted = samples.clone();
    Arrays.sort(sorted);
    int count = sorted.length;
    int cut =
        Math.max(0, BinomialDistribution.of(count, 0.5).inverseCumulativeProbability(TAIL) - 1);
    return new Interval(of(sorted), sorted[cut], sorted[count - 1 - cut]);
  }
}
