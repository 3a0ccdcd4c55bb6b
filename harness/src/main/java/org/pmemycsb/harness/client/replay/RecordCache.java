package org.pmemycsb.harness.client.replay;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * A model of the processor's largest cache: it holds the records that were used last, as many as
 * fit, and the oldest one leaves first. It tells the operations that wait for memory from those
 * that find their record in the cache.
 *
 * <p>Two records can share a slot; then one of sixteen, at worst, is taken for a cached one.
 * Thread-safe; the threads share it, as they share the cache.
 */
final class RecordCache {
  // A slot for each record, unless there are far more records than the cache holds.
  private static final int SLOTS_OF_A_RECORD = 2;
  private static final int SLOTS_OF_A_CACHED_RECORD = 16;
  private static final int MOST_SLOTS = 1 << 26;
  // The golden ratio of 2^32; multiplies hash codes of keys that differ in a few digits.
  private static final int APART = 0x9E3779B9;

  private final int capacity;

  /** For each slot, how many records had missed when its record came into the cache. */
  private final int[] cameAt;

  private final int shift;
  private final AtomicInteger missed = new AtomicInteger();

  /**
   * @param records number of records of the database
   * @param capacity number of records that fit into the cache
   */
  RecordCache(long records, long capacity) {
    this.capacity = (int) Math.max(1, Math.min(capacity, MOST_SLOTS / SLOTS_OF_A_CACHED_RECORD));
    long slots =
        Math.max(
            2,
            Math.min(records * SLOTS_OF_A_RECORD, (long) this.capacity * SLOTS_OF_A_CACHED_RECORD));
    int bits = Long.SIZE - Long.numberOfLeadingZeros(slots - 1);
    cameAt = new int[1 << bits];
    shift = Integer.SIZE - bits;
    // Zero in a slot is longer ago than any record stays.
    missed.set(this.capacity);
  }

  /**
   * A load inserts a record; whether what it needs was not in the cache. An insert looks for its
   * place among the records inserted so far, wherever that is, and the cache holds a part of them.
   *
   * @param cached number of records that fit into the cache
   */
  static Predicate<String> ofLoad(long cached) {
    long most = Math.max(1, cached);
    AtomicLong inserted = new AtomicLong();
    return key -> {
      long before = inserted.getAndIncrement();
      return before > most && Integer.toUnsignedLong(key.hashCode() * APART) % before >= most;
    };
  }

  /** Uses a record; whether it was not in the cache. */
  boolean misses(String key) {
    int slot = key.hashCode() * APART >>> shift;
    if (missed.getOpaque() - cameAt[slot] < capacity) {
      return false;
    }
    cameAt[slot] = missed.incrementAndGet();
    return true;
  }
}
