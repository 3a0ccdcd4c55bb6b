package org.pmemycsb.harness.measure.worker;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for an instant that several machines agreed on. */
final class CommonStart {
  /** The word before the instant, in microseconds since 1970. */
  static final String WORD = "START ";

  // A sleeping thread may wake up this much too late.
  private static final long SPIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private CommonStart() {}

  /**
   * Returns at the instant, or at once if it is past.
   *
   * @param micros the instant, by the clock of this machine
   * @return how late it is then, in microseconds
   */
  static long await(long micros) throws InterruptedException {
    long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    long start = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(micros - now);
    for (long left = start - System.nanoTime(); left > 0; left = start - System.nanoTime()) {
      if (left > SPIN_NANOS) {
        LockSupport.parkNanos(left - SPIN_NANOS);
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      } else {
        Thread.onSpinWait();
      }
    }
    return TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start);
  }
}
