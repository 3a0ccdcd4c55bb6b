package org.pmemycsb.harness.client.replay;

import java.util.concurrent.atomic.AtomicLong;
import org.pmemycsb.harness.client.trace.SeededRandom;
import org.pmemycsb.harness.client.trace.Share;

/**
 * The intended start times of an open loop: one process for the whole phase. Whichever thread is
 * free takes the next arrival, so a slow operation delays no other one as long as a thread is free.
 *
 * <p>The sequence depends on rate and seed only, not on the threads that take it. For any number of
 * threads; without locks and without allocation.
 */
abstract sealed class Arrivals {
  /** The next arrival, in nanoseconds since the phase began; never less than the one before. */
  abstract long next();

  /**
   * Arrivals at equal distances, the first at 0. Those of several machines take turns.
   *
   * @param perSecond of this machine; above 0, at most 1e9
   */
  static Arrivals uniform(double perSecond, Share share) {
    return new Uniform(1e9 / perSecond, (double) share.machine() / share.machines());
  }

  /**
   * A Poisson process: the distances between arrivals are independent and exponential.
   *
   * @param perSecond above 0, at most 1e9
   */
  static Arrivals poisson(double perSecond, long seed) {
    return new Poisson(1e9 / perSecond, seed);
  }

  /** Each operation of the trace has its own; this process gives none. */
  static Arrivals ofTrace() {
    return new OfTrace();
  }

  private static final class OfTrace extends Arrivals {
    @Override
    long next() {
      throw new IllegalStateException("the operations have no times");
    }
  }

  private static final class Uniform extends Arrivals {
    private final double gapNanos;
    private final double first;
    private final AtomicLong taken = new AtomicLong();

    Uniform(double gapNanos, double first) {
      this.gapNanos = gapNanos;
      this.first = first;
    }

    @Override
    long next() {
      return (long) ((taken.getAndIncrement() + first) * gapNanos);
    }
  }

  /**
   * The time of the last arrival is the state of the generator, too: the next distance is drawn
   * from a hash of that time and the seed. So one compare-and-set takes an arrival.
   */
  private static final class Poisson extends Arrivals {
    // Times in 1/1024 ns, so that rounding is lost in distances of a few nanoseconds. A phase of
    // 100 days still fits.
    private static final int FRACTION_BITS = 10;
    private static final double TO_UNIT = 0x1p-53;

    private final double gap;
    private final long seed;
    private final AtomicLong last = new AtomicLong();

    Poisson(double gapNanos, long seed) {
      gap = gapNanos * (1 << FRACTION_BITS);
      this.seed = mix(seed);
    }

    @Override
    long next() {
      while (true) {
        long before = last.get();
        // Above 0 and at most 1.
        double uniform = ((mix(before ^ seed) >>> 11) + 1) * TO_UNIT;
        // StrictMath gives every machine the same sequence. Time must move on, or the hash stands
        // still, too.
        long time = before + Math.max(1, (long) (-StrictMath.log(uniform) * gap));
        if (last.compareAndSet(before, time)) {
          return time >>> FRACTION_BITS;
        }
      }
    }

    /** The finaliser of SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014). */
    private static long mix(long number) {
      return SeededRandom.mix(number + 0x9E3779B97F4A7C15L);
    }
  }
}
