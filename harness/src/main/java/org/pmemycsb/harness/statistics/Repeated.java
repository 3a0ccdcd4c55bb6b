package org.pmemycsb.harness.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A figure from a few repeats, or the ratio of two: a median, inside Student's interval of the mean
 * of the logarithms. A median outside of it is no figure for it, so the figure is then the
 * geometric mean. {@link Scatter} says what other cells add to the knowledge of the variance.
 *
 * <p>It assumes that the logarithms scatter symmetrically. {@code docs/measurements/statistics.md}
 * shows how often it holds the truth where they do not.
 */
public final class Repeated {
  // A wider interval tells a reader nothing.
  private static final double WIDEST = 10;

  // Of a 95 % interval; those of claims are as wide or wider.
  private static final double TAIL = 0.025;

  private final double figure;
  private final int repeats;
  private final LogMean mean;

  private Repeated(double median, int repeats, LogMean mean) {
    this.figure =
        mean == null || mean.holds(Math.log(median), TAIL) ? median : Math.exp(mean.mean());
    this.repeats = repeats;
    this.mean = mean;
  }

  /**
   * One figure.
   *
   * @param samples all above 0
   */
  public static Repeated of(double[] samples, Scatter scatter) {
    return new Repeated(Median.of(samples), samples.length, mean(samples, scatter));
  }

  /**
   * The ratio of two figures whose repeats have nothing to do with each other: of their medians.
   *
   * @param a all above 0
   * @param b all above 0
   * @param ofA scatter of the cells among which {@code a} is
   * @param ofB scatter of the cells among which {@code b} is
   */
  public static Repeated ratio(double[] a, Scatter ofA, double[] b, Scatter ofB) {
    int fewest = Math.min(a.length, b.length);
    return new Repeated(
        Median.of(a) / Median.of(b), fewest, fewest > 1 ? mean(a, ofA).minus(mean(b, ofB)) : null);
  }

  /**
   * The ratio of two figures from the same rounds: the median of the ratios of the rounds. What
   * changes both in a round cancels out. Of an even number, it is the geometric mean of the two in
   * the middle. Their arithmetic mean could say that each of the two is faster than the other.
   *
   * @param a all above 0
   * @param b those of the same rounds, in the same order
   * @param ofRatios scatter of such ratios
   */
  public static Repeated paired(double[] a, double[] b, Scatter ofRatios) {
    double[] ratios = ratios(a, b);
    return new Repeated(Math.exp(Median.of(logs(ratios))), a.length, mean(ratios, ofRatios));
  }

  /** The ratio in each round. */
  public static double[] ratios(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] / b[i]).toArray();
  }

  private static LogMean mean(double[] samples, Scatter scatter) {
    return samples.length > 1 ? scatter.mean(logs(samples)) : null;
  }

  public static double[] logs(double[] samples) {
    return Arrays.stream(samples).map(Math::log).toArray();
  }

  /** Whether an interval is narrow enough to be shown: its ends are at most ten times apart. */
  public static boolean bounds(Interval interval) {
    return interval.high() <= WIDEST * interval.low();
  }

  public double figure() {
    return figure;
  }

  /** How many repeats there are; of two figures, the smaller number. */
  public int repeats() {
    return repeats;
  }

  /**
   * The interval, which holds the figure. A single repeat has none, and both ends are the figure.
   *
   * @param lowTail how often the truth may lie below the interval, above 0 and at most 0.025
   * @param highTail how often it may lie above
   */
  public Interval interval(double lowTail, double highTail) {
    if (mean == null || mean.square() == 0) {
      return new Interval(figure, figure, figure);
    }
    return new Interval(
        figure,
        Math.exp(mean.mean() - mean.reach(lowTail)),
        Math.exp(mean.mean() + mean.reach(highTail)));
  }

  /** How often chance alone makes a ratio as far from 1; 1 with a single repeat. */
  double pValue() {
    return mean == null ? 1 : mean.pValue();
  }

  /** Least distance of a mean of logarithms from 0 for two chances of error at once. */
  double reach(double tail, double otherTail) {
    return mean.square() == 0 ? 0 : mean.reach(tail) + mean.reach(otherTail);
  }
}
