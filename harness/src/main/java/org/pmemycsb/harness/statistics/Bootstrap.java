package org.pmemycsb.harness.statistics;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.random.Well19937c;
import org.apache.commons.math3.stat.descriptive.moment.Mean;
import org.apache.commons.math3.stat.descriptive.moment.StandardDeviation;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/**
 * The percentile bootstrap of the median (B. Efron and R. J. Tibshirani, An Introduction to the
 * Bootstrap, 1993, chapter 13), with the expanded percentiles that make up for a small sample's
 * scattering less than what it is drawn from (T. C. Hesterberg, What Teachers Should Know About the
 * Bootstrap, The American Statistician 69, 2015, section 3.3). It assumes nothing about how
 * throughput is distributed; with few repeats the interval is coarse, and never wider than the
 * samples themselves: see {@link #confidence}.
 */
public final class Bootstrap {
  private static final int RESAMPLES = 10_000;
  private static final double CONFIDENCE = 0.95;
  private static final double TAIL_PERCENT = 2.5;

  private Bootstrap() {}

  /**
   * How often an interval of so many samples can hold the true median at most, from 0 to 0.95.
   * Where it reaches from the lowest to the highest it fails when all samples are on the same side,
   * of which the chance is 1 in 2^(samples - 1).
   *
   * @param samples at least 1
   */
  public static double confidence(int samples) {
    return Math.min(CONFIDENCE, 1 - Math.pow(2, 1 - samples));
  }

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
    double tail = expandedTailPercent(samples.length);
    return Optional.of(
        new Estimate(
            samples.length,
            median,
            OptionalDouble.of(medians.evaluate(tail)),
            OptionalDouble.of(medians.evaluate(100 - tail)),
            OptionalDouble.of(
                new StandardDeviation().evaluate(samples) / new Mean().evaluate(samples))));
  }

  /**
   * How many times as large the median of {@code a} is as that of {@code b}, with its 95 %
   * interval, from independent resamples of both. The percentiles are the plain ones: two samples
   * scatter enough ({@code docs/claims.md} has the simulation).
   *
   * @param a at least one sample
   * @param b at least one sample, all above 0
   */
  public static Interval ratio(double[] a, double[] b, long seed) {
    RandomGenerator random = new Well19937c(seed);
    Percentile ratios = resampled(() -> medianOfResample(a, random) / medianOfResample(b, random));
    return new Interval(
        new Median().evaluate(a) / new Median().evaluate(b),
        ratios.evaluate(TAIL_PERCENT),
        ratios.evaluate(100 - TAIL_PERCENT));
  }

  /**
   * What to cut off at each end, in percent, by Hesterberg's formula.
   *
   * @param samples at least 2
   */
  private static double expandedTailPercent(int samples) {
    double student =
        new TDistribution(samples - 1).inverseCumulativeProbability(TAIL_PERCENT / 100);
    double stretch = Math.sqrt(samples / (samples - 1.0));
    return 100 * new NormalDistribution().cumulativeProbability(stretch * student);
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
