package org.pmemycsb.harness.run;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Kills a child in which no operation finishes for a long time: a client thread that cannot start
 * makes the stock YCSB client wait for ever. Fed from one thread while another waits.
 */
public final class Watchdog {
  private final Duration patience;
  private final AtomicLong lastProgressNanos = new AtomicLong(System.nanoTime());
  private final AtomicLong finished = new AtomicLong();
  private volatile boolean bitten;

  /**
   * @param patience how long may pass without an operation finished
   */
  public Watchdog(Duration patience) {
    this.patience = patience;
  }

  /** Reports how many operations are finished. */
  public void finished(long operations) {
    if (finished.getAndSet(operations) != operations) {
      lastProgressNanos.set(System.nanoTime());
    }
  }

  /** Waits for the child to end, and kills it when it makes no progress. */
  void waitFor(Process child) throws InterruptedException {
    while (!child.waitFor(200, TimeUnit.MILLISECONDS)) {
      if (System.nanoTime() - lastProgressNanos.get() > patience.toNanos()) {
        bitten = true;
        child.destroyForcibly().waitFor();
        return;
      }
    }
  }

  /** Whether it killed the child. */
  public boolean bitten() {
    return bitten;
  }

  public Duration patience() {
    return patience;
  }
}
