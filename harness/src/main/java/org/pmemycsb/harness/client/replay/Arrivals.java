package org.pmemycsb.harness.client.replay;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.pmemycsb.harness.client.trace.SeededRandom;
import org.pmemycsb.harness.client.trace.Share;

/**
 * The intended start times of an open loop: one process for the whole phase. Whichever thread is
 * free takes the next arrival, so a slow operation delays no other one as long as a thread is free.
 *
 * <p>Each supplier gives the next arrival in nanoseconds since the phase began, never less than the
 * one before. The sequence depends on rate and seed only, not on the threads that take it. For any
 * number of threads; without locks and without allocation.
 */
final class Arrivals {
  // Times of a Poisson process in 1/1024 ns, so that rounding is lost in distances of a few
  // nanoseconds. A phase of 100 days still fits.
  private static final int FRACTION_BITS = 10;
  private static final double TO_UNIT = 0x1p-53;

  private Arrivals() {}

  /**
   * Arrivals at equal distances, the first at 0. Those of several machines take turns.
   *
   * @param perSecond of this machine; above 0, at most 1e9
   */
  static LongSupplier uniform(double perSecond, Share share) {
    double gapNanos = 1e9 / perSecond;
    double first = (double) share.machine() / share.machines();
    AtomicLong taken = new AtomicLong();
    return () -> (long) ((taken.getAndIncrement() + first) * gapNanos);
  }

  /**
   * A Poisson process: the distances between arrivals are independent and exponential. The time of
   * the last arrival is the state of the generator, too: the next distance is drawn from a hash of
   * that time and the seed. So one compare-and-set takes an arrival.
   *
   * @param perSecond above 0, at most 1e9
   */
  static LongSupplier poisson(double perSecond, long seed) {
    double gap = 1e9 / perSecond * (1 << FRACTION_BITS);
    long mixed = mix(seed);
    AtomicLong last = new AtomicLong();
    return () -> {
      while (true) {
        long before = last.get();
        // Above 0 and at most 1.
        double uniform = ((mix(before ^ mixed) >>> 11) + 1) * TO_UNIT;
        // StrictMath gives every machine the same sequence. Time must move on, or the hash stands
        // still, too.
        long time = before + Math.max(1, (long) (-StrictMath.log(uniform) * gap));
        if (last.compareAndSet(before, time)) {
          return time >>> FRACTION_BITS;
        }
      }
    };
  }

  /** Each operation of the trace has its own; this process gives none. */
  static LongSupplier ofTrace() {
    return () -> {
      throw new IllegalStateException("the operations have no times");
    };
  }

  /** The finaliser of SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014). */
  private static long mix(long number) {
    return SeededRandom.mix(number + 0x9E3779B97F4A7C15L);
  }
}
