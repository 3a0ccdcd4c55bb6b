package org.pmemycsb.harness.statistics;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The percentile bootstrap of the median (B. Efron and R. J. Tibshirani, An Introduction to the
 * Bootstrap, 1993, chapter 13), with the expanded percentiles that make up for a small sample's
 * scattering less than what it is drawn from (T. C. Hesterberg, What Teachers Should Know About the
 * Bootstrap, The American Statistician 69, 2015, section 3.3). It assumes nothing about how
 * throughput is distributed; with few repeats the interval is coarse, and never wider than the
 * samples themselves: see {@link #confidence}.
 */
public final class Bootstrap {
  private static final String GENERATOR = "L128X128MixRandom";
  private static final int RESAMPLES = 10_000;
  private static final double CONFIDENCE = 0.95;
  private static final double TAIL = 0.025;

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
    double median = median(samples);
    if (samples.length == 1) {
      OptionalDouble none = OptionalDouble.empty();
      return Optional.of(new Estimate(1, median, none, none, none));
    }
    RandomGenerator random = RandomGeneratorFactory.of(GENERATOR).create(seed);
    double[] ends = ends(expandedTail(samples.length), () -> medianOfResample(samples, random));
    return Optional.of(
        new Estimate(
            samples.length,
            median,
            OptionalDouble.of(ends[0]),
            OptionalDouble.of(ends[1]),
            OptionalDouble.of(
                StandardDeviation.of(samples).getAsDouble() / Mean.of(samples).getAsDouble())));
  }

  /**
   * How many times as large the median of {@code a} is as that of {@code b}, with its 95 %
   * interval, from independent resamples of both. The percentiles are the plain ones: two samples
   * scatter enough ({@code docs/measurements/statistics.md} has the simulation).
   *
   * @param a at least one sample
   * @param b at least one sample, all above 0
   */
  public static Interval ratio(double[] a, double[] b, long seed) {
    RandomGenerator random = RandomGeneratorFactory.of(GENERATOR).create(seed);
    double[] ends = ends(TAIL, () -> medianOfResample(a, random) / medianOfResample(b, random));
    return new Interval(median(a) / median(b), ends[0], ends[1]);
  }

  /** The middle one, or the mean of the two in the middle; NaN of no samples. */
  public static double median(double[] samples) {
    return Median.withDefaults().withCopy(true).evaluate(samples);
  }

  /**
   * The share to cut off at each end, by Hesterberg's formula.
   *
   * @param samples at least 2
   */
  private static double expandedTail(int samples) {
    double student = TDistribution.of(samples - 1).inverseCumulativeProbability(TAIL);
    double stretch = Math.sqrt(samples / (samples - 1.0));
    return NormalDistribution.of(0, 1).cumulativeProbability(stretch * student);
  }

  /** The values between which the resampled figures lie, but for a share at each end. */
  private static double[] ends(double tail, DoubleSupplier resampledFigure) {
    double[] figures = DoubleStream.generate(resampledFigure).limit(RESAMPLES).toArray();
    return Quantile.withDefaults()
        .with(Quantile.EstimationMethod.HF6)
        .evaluate(figures, tail, 1 - tail);
  }

  private static double medianOfResample(double[] samples, RandomGenerator random) {
    double[] resample = new double[samples.length];
    for (int i = 0; i < resample.length; i++) {
      resample[i] = samples[random.nextInt(samples.length)];
    }
    return Median.withDefaults().evaluate(resample);
  }

  /** A figure and the 95 % interval around it. */
  public record Interval(double figure, double low, double high) {}
}
