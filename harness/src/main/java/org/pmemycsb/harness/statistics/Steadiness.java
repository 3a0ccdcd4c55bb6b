package org.pmemycsb.harness.statistics;

import java.util.Arrays;

/**
 * Whether a throughput was still changing when its measurement ended. Two signs must agree, both
 * taken from the last half of the samples:
 *
 * <ul>
 *   <li>The last quarter differs from the quarter before by more than 10 %. The limit is that of
 *       the slope in the definition of steady state in SNIA's Solid State Storage Performance Test
 *       Specification 2.0.2, 2020.
 *   <li>The trend is significant at 5 % in the Mann-Kendall test (H. B. Mann, Nonparametric Tests
 *       Against Trend, Econometrica 13, 1945; M. G. Kendall, Rank Correlation Methods, 1948), in
 *       its normal approximation. Equal samples are taken as no trend.
 * </ul>
 */
public final class Steadiness {
  /** The fewest samples for a verdict: a clear trend needs six in the last half. */
  public static final int FEWEST = 12;

  private static final double CHANGE = 0.1;
  private static final double SIGNIFICANT = 1.96;

  private Steadiness() {}

  /**
   * Whether both signs are there.
   *
   * @param rates throughput in intervals of about equal length, in their order
   */
  public static boolean isUnsteady(double[] rates) {
    int quarter = rates.length / 4;
    if (rates.length < FEWEST) {
      return false;
    }
    double[] half = Arrays.copyOfRange(rates, rates.length - 2 * quarter, rates.length);
    double before = Arrays.stream(half, 0, quarter).sum();
    double last = Arrays.stream(half, quarter, half.length).sum();
    return Math.abs(last - before) > CHANGE * before && hasTrend(half);
  }

  private static boolean hasTrend(double[] samples) {
    double rises = 0;
    for (int i = 0; i < samples.length; i++) {
      for (int j = i + 1; j < samples.length; j++) {
        rises += Math.signum(samples[j] - samples[i]);
      }
    }
    double n = samples.length;
    double deviation = Math.sqrt(n * (n - 1) * (2 * n + 5) / 18);
    return (Math.abs(rises) - 1) / deviation > SIGNIFICANT;
  }
}
