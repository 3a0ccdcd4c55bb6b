package org.pmemycsb.harness.client.replay;

import java.util.concurrent.TimeUnit;
import org.pmemycsb.harness.plan.design.Verify;

/**
 * Decides which reads and scans of watched keys are checked. The check of a value takes as long as
 * a read of a fast store. So {@link Verify#SAMPLE} leaves out checks that would take more than
 * about 2 % of a thread's time. {@link Verify#FULL} checks all. For one thread.
 */
final class CheckPace {
  /** How many times as long as a check is the pause after it. */
  private static final long PAUSE = 50;

  /** A thread may lose its processor during a check. */
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final boolean all;
  private final Ticker ticker;
  private long dueNanos;
  private long begunNanos;

  CheckPace(Verify mode, Ticker ticker) {
    this.all = mode == Verify.FULL;
    this.ticker = ticker;
    dueNanos = ticker.nanos();
  }

  /** Whether the coming operation is to be checked, if its key is watched. */
  boolean isDue() {
    return all || ticker.nanos() - dueNanos >= 0;
  }

  void begins() {
    begunNanos = ticker.nanos();
  }

  void ends() {
    long now = ticker.nanos();
    dueNanos = now + Math.min(LONGEST_PAUSE_NANOS, PAUSE * (now - begunNanos));
  }
}
