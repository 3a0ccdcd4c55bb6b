package org.pmemycsb.harness.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How many times as large one throughput is as another, from a few repeats of each: the ratio of
 * the medians, inside Student's interval of the difference of the means of the logarithms, with
 * Welch's degrees of freedom (B. L. Welch, Biometrika 34, 1947).
 *
 * <p>It assumes that the logarithms scatter symmetrically. {@code docs/measurements/statistics.md}
 * shows how often it holds the truth where they do not.
 */
public final class RatioInterval {
  // A wider interval tells a reader nothing.
  private static final double WIDEST = 10;

  private RatioInterval() {}

  /** Whether an interval is narrow enough to be shown: its ends are at most ten times apart. */
  public static boolean bounds(Interval interval) {
    return interval.high() <= WIDEST * interval.low();
  }

  /**
   * The interval; where the ratio of the medians lies outside, it is widened to hold it.
   *
   * @param a at least two samples, all above 0
   * @param b at least two samples, all above 0
   * @param lowTail how often the truth may lie below the interval, above 0 and below 0.5
   * @param highTail how often it may lie above
   */
  public static Interval of(double[] a, double[] b, double lowTail, double highTail) {
    return around(Median.of(a) / Median.of(b), logs(a).minus(logs(b)), lowTail, highTail);
  }

  /** The interval of one throughput. */
  public static Interval of(double[] a, double lowTail, double highTail) {
    return around(Median.of(a), logs(a), lowTail, highTail);
  }

  /**
   * The least distance of the means of the logarithms for two chances of error at once: the sum of
   * the reaches of Student's interval at two tails.
   */
  static double reach(double[] a, double[] b, double tail, double otherTail) {
    Mu difference = logs(a).minus(logs(b));
    return difference.weight == 0 ? 0 : difference.reach(tail) + difference.reach(otherTail);
  }

  private static Interval around(double figure, Mu mu, double lowTail, double highTail) {
    if (mu.weight == 0) {
      return new Interval(figure, figure, figure);
    }
    double low = Math.exp(mu.mean - mu.reach(lowTail));
    double high = Math.exp(mu.mean + mu.reach(highTail));
    return new Interval(figure, Math.min(low, figure), Math.max(high, figure));
  }

  private static Mu logs(double[] samples) {
    double[] logs = Arrays.stream(samples).map(Math::log).toArray();
    double square = Variance.of(logs).getAsDouble() / logs.length;
    return new Mu(Mean.of(logs).getAsDouble(), square, square * square / (logs.length - 1));
  }

  /**
   * A mean.
   *
   * @param square of its standard error
   * @param weight the sum over the samples' sets of (squared error)^2 over (size - 1), of which
   *     Welch's degrees of freedom are made
   */
  private record Mu(double mean, double square, double weight) {
    Mu minus(Mu other) {
      return new Mu(mean - other.mean, square + other.square, weight + other.weight);
    }

    double reach(double tail) {
      double freedom = square * square / weight;
      return Math.sqrt(square) * TDistribution.of(freedom).inverseSurvivalProbability(tail);
    }
  }
}
