package org.pmemycsb.harness.client.trace;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Numbers for the records that a phase inserts, and the number up to which all of them are there.
 * Another instance has the numbers of the records that a phase deletes, the oldest first, and the
 * number up to which all of them are gone.
 *
 * <p>A thread that reads near {@link #newest()} reads only acknowledged records. Safe for any
 * number of threads, without locks: an acknowledged number is noted in a ring, and each thread that
 * sees the next number noted moves the border on. A failed insert is acknowledged too, as in YCSB;
 * otherwise one failure would stop the border for ever.
 */
public final class NewKeys {
  private static final int RING = 1 << 18;
  private static final long WAIT_NANOS = 50_000;

  private final AtomicLong next;
  private final AtomicLong newest;
  private final AtomicLongArray acknowledged;

  /**
   * @param first the first number to give out; all below it are there
   * @param inserts whether there will be any, which takes 2 MiB
   */
  public NewKeys(long first, boolean inserts) {
    next = new AtomicLong(first);
    newest = new AtomicLong(first - 1);
    acknowledged = new AtomicLongArray(inserts ? RING : 0);
    for (int i = 0; i < acknowledged.length(); i++) {
      acknowledged.setPlain(i, -1);
    }
  }

  /**
   * Takes a new number. Waits while the number 2^18 before it is not acknowledged.
   *
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public long take() throws InterruptedException {
    long key = next.getAndIncrement();
    while (key - newest.get() > RING) {
      LockSupport.parkNanos(WAIT_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    return key;
  }

  /** All numbers below it have been given out. */
  public long next() {
    return next.get();
  }

  /** The record with this number is there. */
  public void acknowledge(long key) {
    acknowledged.set(slot(key), key);
    for (long border = newest.get();
        acknowledged.get(slot(border + 1)) == border + 1;
        border = newest.get()) {
      newest.compareAndSet(border, border + 1);
    }
  }

  /** The highest number up to which every record is there; -1 if there is none. */
  public long newest() {
    return newest.get();
  }

  private static int slot(long key) {
    return (int) (key & (RING - 1));
  }
}
