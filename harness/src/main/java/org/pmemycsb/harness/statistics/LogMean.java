package org.pmemycsb.harness.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * @param square of its standard error
 * @param freedom degrees of freedom of that
 */
record LogMean(double mean, double square, double freedom) {
  /** The difference, with Welch's degrees of freedom (B. L. Welch, Biometrika 34, 1947). */
  LogMean minus(LogMean other) {
    double sum = square + other.square;
    double weight = square * square / freedom + other.square * other.square / other.freedom;
    return new LogMean(mean - other.mean, sum, weight == 0 ? freedom : sum * sum / weight);
  }

  /** How far the truth lies from the mean at most, but for a tail of Student's distribution. */
  double reach(double tail) {
    return Math.sqrt(square) * TDistribution.of(freedom).inverseSurvivalProbability(tail);
  }

  /** Whether the truth may be this one, but for a tail on each side. */
  boolean holds(double log, double tail) {
    return square == 0 || Math.abs(log - mean) <= reach(tail);
  }

  /** How often chance alone moves a mean this far from 0. */
  double pValue() {
    if (square == 0) {
      return mean == 0 ? 1 : 0;
    }
    double t = Math.abs(mean) / Math.sqrt(square);
    return 2 * TDistribution.of(freedom).survivalProbability(t);
  }
}
