package org.pmemycsb.harness.ycsb;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Kills a child in which no operation finishes for a long time: a client thread that cannot start,
 * or a database that sticks, makes the stock YCSB client wait for ever. Fed from one thread while
 * another waits.
 */
final class Watchdog {
  private static final long LOOK_MILLIS = 200;

  private final Duration patience;
  private final AtomicLong lastProgressNanos = new AtomicLong(System.nanoTime());
  private final AtomicLong finished = new AtomicLong();

  /**
   * @param patience how long may pass without an operation finished
   */
  Watchdog(Duration patience) {
    this.patience = patience;
  }

  /** Reports how many operations are finished. */
  void finished(long operations) {
    if (finished.getAndSet(operations) != operations) {
      lastProgressNanos.set(System.nanoTime());
    }
  }

  /**
   * Waits for the child to end.
   *
   * @return false if it made no progress and was killed
   */
  boolean waitFor(Process child) throws InterruptedException {
    while (!child.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      if (System.nanoTime() - lastProgressNanos.get() > patience.toNanos()) {
        child.destroyForcibly().waitFor();
        return false;
      }
    }
    return true;
  }
}
