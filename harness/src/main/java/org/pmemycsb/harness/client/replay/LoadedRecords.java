package org.pmemycsb.harness.client.replay;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The records that a load has inserted so far. An insert looks for its place among them, wherever
 * that is, and the processor's cache holds a part of them. Thread-safe; the threads share it.
 */
final class LoadedRecords {
  private final long cached;
  private final AtomicLong number = new AtomicLong();

  /**
   * @param cached number of records that fit into the cache
   */
  LoadedRecords(long cached) {
    this.cached = Math.max(1, cached);
  }

  /** Inserts a record; whether what it needs was not in the cache. */
  boolean misses(String key) {
    long before = number.getAndIncrement();
    return before > cached
        && Integer.toUnsignedLong(key.hashCode() * RecordCache.APART) % before >= cached;
  }
}
