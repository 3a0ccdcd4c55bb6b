package org.pmemycsb.store;

import java.nio.ByteBuffer;

/**
 * The native calls. Addresses are of memory outside the Java heap. Those that return a number give
 * 0 or more, or minus the status of {@code store.h}. Nothing is checked here: handles, addresses
 * and lengths must be right.
 */
final class StoreNative {
  static final int ABSENT = -1;

  static final int FULL = -2;

  static final int DURABLE = 1;
  static final int SORTED = 2;
  static final int ENDS_WITH_PROCESS = 4;
  static final int SYNCS = 8;

  private StoreNative() {}

  static native long address(ByteBuffer direct);

  /** Loads a library for good. Returns its handle, or 0 and {@link #failure} says why. */
  static native long load(byte[] file);

  /** Opens a store. Returns its handle, or 0 and {@link #failure} says why. */
  static native long open(long library, byte[] folder, long bytes, byte[] options);

  /** Why this thread's last {@link #load} or {@link #open} gave 0. */
  static native byte[] failure();

  /** Once for each handle, while no other call has it, and none after it. */
  static native void close(long store);

  static native byte[] name(long store);

  /** A sum of the constants above. */
  static native int traits(long store);

  /** The text of this thread's last failure. */
  static native byte[] error(long store);

  /** The value's length; the buffer holds the value if it fits. */
  static native long get(long store, long key, int keyBytes, long buffer, int capacity);

  static native int put(
      long store, long key, int keyBytes, long value, int valueBytes, boolean onlyIfPresent);

  static native int remove(long store, long key, int keyBytes);

  /**
   * The bytes of so many values from a key on, each behind its length as a native int; the buffer
   * holds all of them if they fit. The store must be sorted.
   *
   * @param limit at least 1
   */
  static native long scan(
      long store, long from, int fromBytes, long buffer, int capacity, int limit);

  static native long count(long store);

  static native int sync(long store);

  /** Lines {@code name=value}; null if it failed. */
  static native byte[] counters(long store);
}
