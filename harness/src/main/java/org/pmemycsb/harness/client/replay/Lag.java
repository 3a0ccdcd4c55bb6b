package org.pmemycsb.harness.client.replay;

import org.HdrHistogram.Histogram;
import org.pmemycsb.harness.client.outcome.Latencies;

/**
 * How late the operations of an open loop began, in the last two quarters of the phase as it was
 * planned. Operations that begin after the planned end belong to the last one. For one thread.
 */
final class Lag {
  private static final int DIGITS = 2;

  private final Histogram third = new Histogram(1, Latencies.MAX_NANOS, DIGITS);
  private final Histogram fourth = new Histogram(1, Latencies.MAX_NANOS, DIGITS);
  private long thirdFrom = Long.MAX_VALUE;
  private long fourthFrom = Long.MAX_VALUE;

  /**
   * Before operations are recorded.
   *
   * @param start when the phase began, by {@link System#nanoTime}
   * @param planned how long it is to last, in nanoseconds; at most {@code Long.MAX_VALUE / 2}
   */
  void begin(long start, long planned) {
    thirdFrom = start + planned / 2;
    fourthFrom = start + planned / 4 * 3;
  }

  void record(long at, long nanos) {
    if (at - thirdFrom >= 0) {
      long lag = Math.min(Math.max(0, nanos), Latencies.MAX_NANOS);
      (at - fourthFrom >= 0 ? fourth : third).recordValue(lag);
    }
  }

  void add(Lag other) {
    third.add(other.third);
    fourth.add(other.fourth);
  }

  /** The median in the third quarter; 0 where no operation began in it. */
  long thirdNanos() {
    return median(third);
  }

  long fourthNanos() {
    return median(fourth);
  }

  private static long median(Histogram of) {
    return of.getTotalCount() == 0 ? 0 : of.getValueAtPercentile(50);
  }
}
