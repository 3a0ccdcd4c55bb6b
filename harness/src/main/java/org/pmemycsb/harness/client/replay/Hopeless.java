package org.pmemycsb.harness.client.replay;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** Notices that every operation of all threads fails for a second. For one thread. */
final class Hopeless {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final List<Worker> workers;
  private long good;
  private long badThen;
  private long since;

  /**
   * @param now by {@link System#nanoTime}
   */
  Hopeless(List<Worker> workers, long now) {
    this.workers = workers;
    good = Long.MIN_VALUE;
    isSo(now);
  }

  /** Whether operations failed and none was good in the last second, as far as it was asked. */
  boolean isSo(long now) {
    // An operation counts as bad before it counts as done, so no bad one is taken for good.
    long done = workers.stream().mapToLong(Worker::done).sum();
    long bad = workers.stream().mapToLong(worker -> worker.tally().notGood()).sum();
    if (done - bad > good) {
      good = done - bad;
      badThen = bad;
      since = now;
    }
    return bad > badThen && now - since >= PATIENCE_NANOS;
  }
}
