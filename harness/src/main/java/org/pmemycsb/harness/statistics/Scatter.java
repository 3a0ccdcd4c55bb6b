package org.pmemycsb.harness.statistics;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.Trigamma;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;

/**
 * The typical variance of the cells of an experiment. A few runs show the variance of a cell badly:
 * that of four is off by a factor of two in four of ten cases. But the cells of an experiment
 * scatter alike, so the variance of each is estimated from its own runs and from all others:
 * empirical Bayes (G. K. Smyth, Statistical Applications in Genetics and Molecular Biology 3, 2004,
 * sections 3 and 6.2). The more alike the variances are, the more the others count.
 *
 * @param variance typical variance of the logarithms
 * @param freedom the degrees of freedom that it is worth; 0 if nothing is known, and then the runs
 *     of a cell count alone
 */
public record Scatter(double variance, double freedom) {
  public static final Scatter UNKNOWN = new Scatter(0, 0);

  /** Fewest independent sets of figures that show how alike their variances are. */
  static final int FEWEST = 10;

  // A variance of 0 is an accident of few or rounded figures, and has no logarithm.
  private static final double LEAST_OF_MEDIAN = 1e-5;

  private static final int HALVINGS = 100;

  /**
   * @param sets logarithms of the runs of each cell, or of the ratios of two cells in each round
   * @param independent how many of the sets are independent of each other
   * @return {@link #UNKNOWN} if fewer than {@value #FEWEST} independent sets have two figures
   */
  public static Scatter of(List<double[]> sets, int independent) {
    double[][] usable = sets.stream().filter(set -> set.length > 1).toArray(double[][]::new);
    if (Math.min(usable.length, independent) < FEWEST) {
      return UNKNOWN;
    }
    double[] variances = Arrays.stream(usable).mapToDouble(Scatter::variance).toArray();
    double least = LEAST_OF_MEDIAN * Median.of(variances);
    if (least == 0) {
      return UNKNOWN;
    }
    double[] logs = new double[usable.length];
    double noise = 0;
    double freedom = 0;
    for (int i = 0; i < logs.length; i++) {
      double half = (usable[i].length - 1) / 2.0;
      logs[i] = Math.log(Math.max(least, variances[i])) - Digamma.value(half) + Math.log(half);
      noise += Trigamma.value(half) / logs.length;
      freedom += 2 * half / logs.length;
    }
    // The typical variance is not known better than all runs together show it.
    double most = (independent - 1) * freedom;
    double excess = Variance.of(logs).getAsDouble() - noise;
    double mean = Mean.of(logs).getAsDouble();
    double half = excess > 0 ? Math.min(most / 2, inverseOfTrigamma(excess)) : most / 2;
    return new Scatter(Math.exp(mean + Digamma.value(half) - Math.log(half)), 2 * half);
  }

  private static double variance(double[] logs) {
    return Variance.of(logs).getAsDouble();
  }

  /** By bisection of the logarithm; the function falls. */
  private static double inverseOfTrigamma(double value) {
    double low = Math.log(1e-3);
    double high = Math.log(1e9);
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (Trigamma.value(Math.exp(middle)) > value) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return Math.exp(low);
  }

  /** The mean of logarithms with its standard error. */
  LogMean mean(double[] logs) {
    double own = logs.length - 1;
    double all = freedom + own;
    double moderated = (freedom * variance + own * variance(logs)) / all;
    return new LogMean(Mean.of(logs).getAsDouble(), moderated / logs.length, all);
  }
}
