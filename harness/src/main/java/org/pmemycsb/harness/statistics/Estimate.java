package org.pmemycsb.harness.statistics;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.StandardDeviation;

/**
 * A figure with its uncertainty.
 *
 * @param samples how many repeats it rests on
 * @param figure their geometric mean; it lies in the interval
 * @param low lower end of the 95 % interval; empty with fewer than two samples, or if the interval
 *     is too wide to be {@linkplain Interval#bounds shown}
 * @param high upper end of it
 * @param variation coefficient of variation (standard deviation over mean); empty with fewer than
 *     two samples, or if all are 0
 */
public record Estimate(
    int samples, double figure, OptionalDouble low, OptionalDouble high, OptionalDouble variation) {

  /**
   * From a few figures alone, with Student's interval. Zero has no logarithm: with one, the figure
   * is the arithmetic mean, without an interval.
   *
   * @return empty when there are no figures
   */
  public static Optional<Estimate> of(double[] figures) {
    if (figures.length == 0) {
      return Optional.empty();
    }
    OptionalDouble variation = variation(figures);
    if (Arrays.stream(figures).allMatch(figure -> figure > 0)) {
      double[] logs = Arrays.stream(figures).map(Math::log).toArray();
      return Optional.of(LogMean.of(logs).estimate(variation));
    }
    OptionalDouble none = OptionalDouble.empty();
    return Optional.of(
        new Estimate(figures.length, Mean.of(figures).getAsDouble(), none, none, variation));
  }

  /** Without a mean above 0, there is nothing to compare a deviation with. */
  static OptionalDouble variation(double[] figures) {
    double mean = Mean.of(figures).getAsDouble();
    return figures.length > 1 && mean > 0
        ? OptionalDouble.of(StandardDeviation.of(figures).getAsDouble() / mean)
        : OptionalDouble.empty();
  }

  /** Half the width of the interval over the figure; empty with fewer than two samples. */
  public OptionalDouble precision() {
    return low.isPresent()
        ? OptionalDouble.of((high.getAsDouble() - low.getAsDouble()) / 2 / figure)
        : OptionalDouble.empty();
  }
}
