package org.pmemycsb.harness.statistics;

import java.util.OptionalDouble;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * The comparison of two sets of repeats.
 *
 * @param ratio of the medians, with its 95 % interval
 * @param pValue of the two-sided Mann-Whitney test (H. B. Mann and D. R. Whitney, Annals of
 *     Mathematical Statistics 18, 1947): how often a difference as large would come about by chance
 * @param fewest repeats of the set that has fewer
 */
public record Comparison(Interval ratio, double pValue, int fewest) {
  /**
   * Fewest repeats of each with which the test can tell anything apart: of 4 and 4, the clearest
   * order comes about by chance in 2 of 70 cases, of 3 and 3 in 2 of 20.
   */
  public static final int FEWEST = 4;

  private static final double SIGNIFICANT = 0.05;
  private static final double MISSED = 0.2;
  private static final double EFFICIENCY_OF_RANKS = 3 / Math.PI;

  /** The result of a comparison. */
  public enum Verdict {
    FASTER,
    SLOWER,
    CANNOT_BE_TOLD_APART
  }

  /**
   * Compares throughputs: the higher one is better.
   *
   * @param a at least one sample, all above 0
   * @param b at least one sample, all above 0
   */
  public static Comparison of(double[] a, double[] b) {
    return new Comparison(
        ratio(a, b),
        MannWhitneyUTest.withDefaults().test(a, b).getPValue(),
        Math.min(a.length, b.length));
  }

  private static Interval ratio(double[] a, double[] b) {
    double figure = Median.of(a) / Median.of(b);
    return a.length > 1 && b.length > 1
        ? RatioInterval.of(a, b, SIGNIFICANT / 2, SIGNIFICANT / 2)
        : new Interval(figure, figure, figure);
  }

  /**
   * The smallest difference that these repeats would tell apart in 4 of 5 experiments, as a share
   * of {@code b}: what a t-test of the logarithms needs for a power of 80 % (J. Cohen, Statistical
   * Power Analysis for the Behavioral Sciences, 1988), with Welch's degrees of freedom. The
   * Mann-Whitney test must agree. It needs &pi;/3 times the repeats of a normal sample (E. L.
   * Lehmann, Nonparametrics, 1975), so the difference is widened by the root of that.
   *
   * @param a samples above 0
   * @param b samples above 0
   * @return 0.08 for 8 %; empty with fewer than {@link #FEWEST} of either
   */
  public static OptionalDouble smallestTold(double[] a, double[] b) {
    return a.length < FEWEST || b.length < FEWEST
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            Math.expm1(
                RatioInterval.reach(a, b, SIGNIFICANT / 2, MISSED)
                    / Math.sqrt(EFFICIENCY_OF_RANKS)));
  }

  /**
   * Whether the ends of the ratio are an interval. A single run has no spread, and so no interval.
   */
  public boolean hasInterval() {
    return fewest > 1;
  }

  /** A difference needs both: the test, and an interval without 1. */
  public Verdict verdict() {
    if (pValue < SIGNIFICANT && ratio.low() > 1) {
      return Verdict.FASTER;
    }
    if (pValue < SIGNIFICANT && ratio.high() < 1) {
      return Verdict.SLOWER;
    }
    return Verdict.CANNOT_BE_TOLD_APART;
  }
}
