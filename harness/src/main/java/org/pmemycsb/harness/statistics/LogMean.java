package org.pmemycsb.harness.statistics;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.OptionalDouble;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A figure or a ratio of two, as the mean of its logarithms over invocations. The figure is the
 * geometric mean, and lies in each of its intervals.
 *
 * @param square of its standard error
 * @param freedom degrees of freedom of that; above 0
 * @param invocations 1 gives no interval
 */
public record LogMean(double mean, double square, double freedom, int invocations) {
  /** A part of the square of a standard error, with an estimate of it that was made alone. */
  record Part(double value, double estimate, double freedom) {
    Part(double value, double freedom) {
      this(value, value, freedom);
    }
  }

  /** Fewest invocations for an interval. */
  public static final int FEWEST = 2;

  private static final double TAIL = 0.025;
  private static final int DIGITS = 12;

  /** From nothing but its own figures. */
  static LogMean of(double[] logs) {
    return new LogMean(
        Mean.of(logs).getAsDouble(),
        logs.length > 1 ? Variance.of(logs).getAsDouble() / logs.length : 0,
        Math.max(1, logs.length - 1),
        logs.length);
  }

  /**
   * With the degrees of freedom of F. E. Satterthwaite (Biometrics Bulletin 2, 1946).
   *
   * @param parts variances of the logarithm in one invocation
   */
  static LogMean of(double mean, int invocations, Part... parts) {
    double sum = Arrays.stream(parts).mapToDouble(Part::value).sum();
    double weight =
        Arrays.stream(parts)
            .filter(part -> part.freedom > 0)
            .mapToDouble(part -> part.estimate * part.estimate / part.freedom)
            .sum();
    return new LogMean(
        mean, sum / invocations, weight > 0 ? Math.max(1, sum * sum / weight) : 1, invocations);
  }

  /** The ratio to a figure from other invocations, with the same degrees of freedom. */
  public LogMean over(LogMean other) {
    int fewest = Math.min(invocations, other.invocations);
    LogMean ratio =
        of(mean - other.mean, 1, new Part(square, freedom), new Part(other.square, other.freedom));
    return new LogMean(ratio.mean, ratio.square, ratio.freedom, fewest);
  }

  public double figure() {
    return exp(mean);
  }

  /** A figure and its logarithm differ in the last digits, which would be shown in files. */
  private static double exp(double log) {
    double figure = Math.exp(log);
    return Double.isFinite(figure)
        ? new BigDecimal(figure).round(new MathContext(DIGITS)).doubleValue()
        : figure;
  }

  public boolean hasInterval() {
    return invocations >= FEWEST;
  }

  /**
   * The interval. A single invocation has none, and both ends are the figure.
   *
   * @param lowTail how often the truth may lie below the interval, above 0 and at most 0.025
   * @param highTail how often it may lie above
   */
  public Interval interval(double lowTail, double highTail) {
    return new Interval(figure(), exp(mean - reach(lowTail)), exp(mean + reach(highTail)));
  }

  public Interval interval() {
    return interval(TAIL, TAIL);
  }

  private double reach(double tail) {
    return hasInterval() && square > 0
        ? Math.sqrt(square) * TDistribution.of(freedom).inverseSurvivalProbability(tail)
        : 0;
  }

  /** The figure with its 95 % interval; without one that is too wide to be shown. */
  Estimate estimate(OptionalDouble variation) {
    Interval known = interval();
    boolean bounded = hasInterval() && known.bounds();
    return new Estimate(
        invocations,
        figure(),
        bounded ? OptionalDouble.of(known.low()) : OptionalDouble.empty(),
        bounded ? OptionalDouble.of(known.high()) : OptionalDouble.empty(),
        variation);
  }
}
