package org.pmemycsb.harness.statistics;

import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * Two sets of repeats held against each other.
 *
 * @param ratio of the medians, with its 95 % interval
 * @param pValue of the two-sided Mann-Whitney test (H. B. Mann and D. R. Whitney, Annals of
 *     Mathematical Statistics 18, 1947): how often a difference as large would come about by chance
 */
public record Comparison(Bootstrap.Interval ratio, double pValue) {
  /**
   * Fewest repeats of each with which the test can tell anything apart: of 4 and 4, the clearest
   * order comes about by chance in 2 of 70 cases, of 3 and 3 in 2 of 20.
   */
  public static final int FEWEST = 4;

  private static final double SIGNIFICANT = 0.05;

  /** What can be said. */
  public enum Verdict {
    FASTER,
    SLOWER,
    CANNOT_BE_TOLD_APART
  }

  /**
   * Compares throughputs, of which more is better.
   *
   * @param a at least one sample
   * @param b at least one sample
   * @param seed of the resampling
   */
  public static Comparison of(double[] a, double[] b, long seed) {
    return new Comparison(
        Bootstrap.ratio(a, b, seed), MannWhitneyUTest.withDefaults().test(a, b).getPValue());
  }

  /** Both must agree: the test, and an interval that does not hold 1. */
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
