package org.pmemycsb.harness.client.replay;

import org.pmemycsb.harness.client.trace.TraceSpec;

/**
 * Chooses the operations of one thread whose latencies are recorded: all, or a seeded random sample
 * where the database is so fast that reading the clock twice for each operation would show in the
 * throughput. The gaps within a sample are uniformly distributed, so that no pattern of the
 * workload meets a pattern of the sample. For one thread.
 */
final class LatencySample {
  /** The smallest sample: one operation in so many is recorded, on average. */
  static final int MOST_EVERY = 16;

  /** What two readings of the clock take, about. */
  private static final long CLOCK_NANOS = 50;

  /** Which share of the time the readings may take. */
  private static final double CLOCK_SHARE = 0.01;

  // A full period for a power of two: D. E. Knuth, The Art of Computer Programming, volume 2,
  // section 3.3.4, table 1, line 26.
  private static final long MULTIPLIER = 6364136223846793005L;

  private int every = 1;
  private int skip;
  private long state;

  LatencySample(TraceSpec spec, int thread) {
    state = spec.seed() * 31 + thread;
  }

  /**
   * One in how many latencies to record, from 1 to {@value #MOST_EVERY}. Reading the clock then
   * takes at most 1 % of the processors' time, as long as an operation takes 0.3 us of it.
   *
   * @param operationsPerNano how fast all threads are together; 0 if that is not known
   * @param processors on which they run; threads that share one share its time, too
   */
  static int everyAt(double operationsPerNano, int threads, int processors) {
    double busy = Math.min(threads, processors);
    double every = Math.ceil(CLOCK_NANOS * operationsPerNano / busy / CLOCK_SHARE);
    return (int) Math.max(1, Math.min(MOST_EVERY, every));
  }

  /** From now on one in so many is taken, on average. */
  void take(int oneIn) {
    every = oneIn;
    skip = 0;
  }

  boolean isPartial() {
    return every > 1;
  }

  boolean next() {
    if (skip > 0) {
      skip--;
      return false;
    }
    if (every > 1) {
      state = state * MULTIPLIER + 1;
      skip = (int) ((state >>> 32) * (2L * every - 1) >>> 32);
    }
    return true;
  }
}
