package org.pmemycsb.harness.statistics;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;
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
  private static final double LOW = 2.5;
  private static final double HIGH = 97.5;

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
    Percentile medians = resampled(() -> medianOfResample(samples, random));
    return Optional.of(
        new Estimate(
            samples.length,
            median,
            OptionalDouble.of(medians.evaluate(LOW)),
            OptionalDouble.of(medians.evaluate(HIGH)),
            OptionalDouble.of(
                new StandardDeviation().evaluate(samples) / new Mean().evaluate(samples))));
  }

  /**
   * How many times as large the median of {@code a} is as that of {@code b}, with its 95 %
   * interval, from independent resamples of both.
   *
   * @param a at least one sample
   * @param b at least one sample, all above 0
   */
  public static Interval ratio(double[] a, double[] b, long seed) {
    RandomGenerator random = new Well19937c(seed);
    Percentile ratios = resampled(() -> medianOfResample(a, random) / medianOfResample(b, random));
    return new Interval(
        new Median().evaluate(a) / new Median().evaluate(b),
        ratios.evaluate(LOW),
        ratios.evaluate(HIGH));
  }

  private static Percentile resampled(DoubleSupplier statistic) {
    double[] figures = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      figures[i] = statistic.getAsDouble();
    }
    Percentile percentile = new Percentile();
    percentile.setData(figures);
    return percentile;
  }

  private static double medianOfResample(double[] samples, RandomGenerator random) {
    double[] resample = new double[samples.length];
    for (int i = 0; i < resample.length; i++) {
      resample[i] = samples[random.nextInt(samples.length)];
    }
    return new Median().evaluate(resample);
  }

  /** A figure and the 95 % interval around it. */
  public record Interval(double figure, double low, double high) {}
}
