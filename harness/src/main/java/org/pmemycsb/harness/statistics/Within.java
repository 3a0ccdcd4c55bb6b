package org.pmemycsb.harness.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The variance of a mean within one invocation, from its iterations.
 *
 * @param variance mean over the invocations; 0 if the phases are in one piece
 * @param freedom its degrees of freedom; 0 if they are
 */
record Within(double variance, double freedom) {
  private static final Within NONE = new Within(0, 0);
  // A longer memory cannot be told from a trend, which the variance between invocations shows.
  private static final double MOST = 0.9;

  /**
   * Neighbouring iterations are alike, so they are worth fewer: (1 - r) / (1 + r) of their number
   * for an autocorrelation r at lag 1.
   *
   * @param invocations shares of the iterations, less those of other cells in the same rounds
   */
  static Within of(List<double[]> invocations) {
    List<double[]> usable = invocations.stream().filter(each -> each.length > 2).toList();
    if (usable.isEmpty()) {
      return NONE;
    }
    double squares = 0;
    double neighbours = 0;
    double sum = 0;
    double freedom = 0;
    for (double[] shares : usable) {
      double mean = Arrays.stream(shares).average().orElseThrow();
      double own = 0;
      for (int k = 0; k < shares.length; k++) {
        own += (shares[k] - mean) * (shares[k] - mean);
        neighbours += k == 0 ? 0 : (shares[k] - mean) * (shares[k - 1] - mean);
      }
      squares += own;
      sum += own / (shares.length - 1) / shares.length;
      freedom += shares.length - 1;
    }
    double r = squares > 0 ? Math.min(MOST, Math.max(0, neighbours / squares)) : 0;
    double worth = (1 - r) / (1 + r);
    // An invocation in one piece has no iterations, and counts as 0.
    return new Within(sum / worth / invocations.size(), freedom * worth);
  }

  Within times(double factor) {
    return new Within(factor * variance, freedom);
  }

  /** Iteration by iteration; none if one of the two has none. */
  static double[] minus(double[] a, double[] b) {
    return IntStream.range(0, Math.min(a.length, b.length)).mapToDouble(k -> a[k] - b[k]).toArray();
  }

  /** The mean of several, iteration by iteration; none if one of them has none. */
  static double[] mean(List<double[]> all) {
    int shortest = all.stream().mapToInt(each -> each.length).min().orElse(0);
    return IntStream.range(0, shortest)
        .mapToDouble(k -> all.stream().mapToDouble(each -> each[k]).average().orElseThrow())
        .toArray();
  }
}
