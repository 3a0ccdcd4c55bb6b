package org.pmemycsb.harness.client.replay;

import java.util.concurrent.locks.LockSupport;

/**
 * What tells the time of measured operations, and waits for it to pass. There is one of it in
 * production, so the compiler inlines the clock reading; tests have another one, whose time passes
 * at their will.
 */
abstract class Ticker {
  static final Ticker SYSTEM = new SystemTicker();

  private static final long SPIN_NANOS = 100_000;
  private static final long LONGEST_PAUSE_NANOS = 100_000_000;

  /** As {@link System#nanoTime}. */
  abstract long nanos();

  /** Lets some time pass: at most so much, or little more. */
  abstract void pause(long nanos);

  private static final class SystemTicker extends Ticker {
    @Override
    long nanos() {
      return System.nanoTime();
    }

    @Override
    void pause(long nanos) {
      if (nanos > SPIN_NANOS) {
        LockSupport.parkNanos(Math.min(nanos - SPIN_NANOS / 2, LONGEST_PAUSE_NANOS));
      } else {
        Thread.yield(); // there may be more threads than cores
      }
    }
  }
}
