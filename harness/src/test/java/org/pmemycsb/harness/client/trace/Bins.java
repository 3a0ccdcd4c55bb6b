package org.pmemycsb.harness.client.trace;

import java.util.Arrays;
import org.apache.commons.statistics.inference.ChiSquareTest;

/** Counts against a theory. */
final class Bins {
  /** Below this chance counts are not of the theory; the seeds are fixed. */
  static final double UNLIKELY = 0.001;

  /** Expected draws of a bin; the test needs 5. */
  private static final double LEAST = 20;

  private Bins() {}

  /** The chance of such counts; those that are expected too seldom join their neighbours. */
  static double likelihood(double[] weights, long[] counts) {
    double all = Arrays.stream(weights).sum();
    long draws = Arrays.stream(counts).sum();
    double[] expected = new double[weights.length];
    long[] seen = new long[weights.length];
    int bin = 0;
    for (int i = 0; i < weights.length; i++) {
      expected[bin] += weights[i] / all * draws;
      seen[bin] += counts[i];
      if (expected[bin] >= LEAST && i < weights.length - 1) {
        bin++;
      }
    }
    return ChiSquareTest.withDefaults()
        .test(Arrays.copyOf(expected, bin + 1), Arrays.copyOf(seen, bin + 1))
        .getPValue();
  }
}
