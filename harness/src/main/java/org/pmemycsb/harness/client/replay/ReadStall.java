package org.pmemycsb.harness.client.replay;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * The time that a look-up waits for memory, and how much longer it waits on a model of a medium.
 *
 * @param cachedNanos mean time of a read that finds all it needs in the processor's cache, in
 *     nanoseconds
 * @param nanos mean time of a read of the phase's own records
 * @param missed share of these reads whose record is not in the cache
 * @param delayNanos how much later an operation on such a record ends on the model
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record ReadStall(double cachedNanos, double nanos, double missed, double delayNanos) {
  // Fewer misses do not tell how long one takes.
  private static final double FEWEST = 0.01;

  /**
   * The same on a model.
   *
   * @param factor how many times as long as from main memory a load takes
   */
  public static ReadStall on(double factor, double cachedNanos, double nanos, double missed) {
    double stall = Math.max(0, nanos - cachedNanos);
    return new ReadStall(
        cachedNanos, nanos, missed, missed < FEWEST ? 0 : stall * (factor - 1) / missed);
  }
}
