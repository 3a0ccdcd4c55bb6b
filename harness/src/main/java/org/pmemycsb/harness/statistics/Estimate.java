package org.pmemycsb.harness.statistics;

import java.util.OptionalDouble;

/**
 * A figure with its uncertainty.
 *
 * @param samples how many repeats it rests on
 * @param low lower end of the 95 % interval; empty with fewer than two samples
 * @param high upper end of it
 * @param variation coefficient of variation (standard deviation over mean); empty with fewer than
 *     two samples, or if all are 0
 */
public record Estimate(
    int samples, double median, OptionalDouble low, OptionalDouble high, OptionalDouble variation) {
  /** Half the width of the interval over the median; empty with fewer than two samples. */
  public OptionalDouble precision() {
    return low.isPresent()
        ? OptionalDouble.of((high.getAsDouble() - low.getAsDouble()) / 2 / median)
        : OptionalDouble.empty();
  }
}
