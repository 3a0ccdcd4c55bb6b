package org.pmemycsb.harness.statistics;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.random.Well19937c;
import org.apache.commons.math3.stat.descriptive.moment.Mean;
import org.apache.commons.math3.stat.descriptive.moment.StandardDeviation;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/**
 * The percentile bootstrap of the median (B. Efron and R. J. Tibshirani, An Introduction to the
 * Bootstrap, 1993, chapter 13). It assumes nothing about how throughput is distributed; with few
 * repeats the interval is coarse, and never wider than the samples themselves.
 */
public final class Bootstrap {
  private static final int RESAMPLES = 10_000;

  private Bootstrap() {}

  /**
   * Median and 95 % interval.
   *
   * @return empty when there are no samples
   */
  public static Optional<Estimate> median(double[] samples, long seed) {
    if (samples.length == 0) {
      return Optional.empty();
    }
    double median = new Median().evaluate(samples);
    if (samples.length == 1) {
      OptionalDouble none = OptionalDouble.empty();
      return Optional.of(new Estimate(1, median, none, none, none));
    }
    RandomGenerator random = new Well19937c(seed);
    double[] medians = new double[RESAMPLES];
    double[] resample = new double[samples.length];
    for (int i = 0; i < RESAMPLES; i++) {
      for (int j = 0; j < resample.length; j++) {
        resample[j] = samples[random.nextInt(samples.length)];
      }
      medians[i] = new Median().evaluate(resample);
    }
    Arrays.sort(medians);
    Percentile percentile = new Percentile();
    percentile.setData(medians);
    return Optional.of(
        new Estimate(
            samples.length,
            median,
            OptionalDouble.of(percentile.evaluate(2.5)),
            OptionalDouble.of(percentile.evaluate(97.5)),
            OptionalDouble.of(
                new StandardDeviation().evaluate(samples) / new Mean().evaluate(samples))));
  }
}
