package org.pmemycsb.pmemkv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An open pmemkv pool.
 *
 * <pre>{@code
 * try (PmemkvStore store = PmemkvStore.open(options)) {
 *   store.put(key, value);
 *   byte[] read = store.get(key);
 * }
 * }</pre>
 *
 * <p>Keys are up to {@value #MAX_KEY_BYTES} bytes, values up to {@value #MAX_VALUE_BYTES}; any
 * bytes are allowed in both, and either may be empty (an empty key is a key like any other). When a
 * put returns, a persistent engine has made the record durable.
 *
 * <p>Threads: all methods may be called from any threads. The engines {@code cmap}, {@code vcmap},
 * {@code csmap} and {@code blackhole} work on calls concurrently; all others take one call at a
 * time, behind a lock. The caller closes the store once no other thread calls it. Calls after that
 * throw {@link PmemkvClosedException}.
 */
public final class PmemkvStore implements AutoCloseable {
  /** The result of {@link #get(byte[], byte[])} when there is no such record. */
  public static final int ABSENT = PmemkvNative.ABSENT;

  /** The longest key, 64 KiB. */
  public static final int MAX_KEY_BYTES = 64 << 10;

  /** The longest value, 64 MiB. */
  public static final int MAX_VALUE_BYTES = 64 << 20;

  /**
   * The memory that a chunk of a range takes outside the Java heap; more if one entry is longer.
   */
  static final int CHUNK_BYTES = 1 << 20;

  private static final int CHUNK_ENTRIES = 1 << 16;

  private final String engine;
  private final String name;
  private final long handle;
  private final boolean sorted;

  /** Null where the engine is made for concurrent calls. */
  private final Lock lock;

  private boolean closed;

  private PmemkvStore(PmemkvOptions options, long handle, boolean sorted) {
    this.engine = options.engine();
    this.name = "the store " + (options.path() == null ? engine : options.path());
    this.handle = handle;
    this.sorted = sorted;
    this.lock = Engine.of(engine).concurrent() ? null : new ReentrantLock();
  }

  /**
   * Opens a store.
   *
   * @throws PmemkvException when that is not possible; one line says what, where and how to mend it
   */
  public static PmemkvStore open(PmemkvOptions options) {
    long handle = PoolOpener.open(options);
    int sorted = PmemkvNative.sorted(handle);
    if (sorted < 0) {
      PmemkvException failure = PmemkvNative.failure(sorted);
      PmemkvNative.close(handle);
      throw failure;
    }
    return new PmemkvStore(options, handle, sorted == 1);
  }

  /**
   * The engines that the installed libpmemkv offers.
   *
   * @throws PmemkvUnavailableException when there is no libpmemkv
   */
  public static List<String> engines() {
    return PmemkvLibrary.engines(null);
  }

  /** The engine this store was opened with. */
  public String engine() {
    return engine;
  }

  /** Whether the engine keeps its keys in order, so that ranges can be read. */
  public boolean sorted() {
    return sorted;
  }

  /** The value, or null when there is none. */
  public byte[] get(byte[] key) {
    int keyLength = checkKey(key);
    enter();
    try {
      byte[] value = PmemkvNative.get(handle, key, keyLength);
      if (value == null) {
        found(PmemkvNative.code());
      }
      return value;
    } finally {
      exit();
    }
  }

  /**
   * Copies the value into {@code buffer}.
   *
   * @return the length of the value, or {@link #ABSENT}. If it is more than {@code buffer.length},
   *     the content of the buffer is undefined: call again with a longer one.
   */
  public int get(byte[] key, byte[] buffer) {
    int keyLength = checkKey(key);
    int capacity = buffer.length;
    enter();
    try {
      int length = PmemkvNative.getInto(handle, key, keyLength, buffer, capacity);
      if (length < ABSENT) {
        throw failure(length);
      }
      return length;
    } finally {
      exit();
    }
  }

  /** Stores a record, in place of the one that has this key. */
  public void put(byte[] key, byte[] value) {
    put(key, value, 0, value.length);
  }

  /** Stores {@code length} bytes of {@code value} from {@code offset}. */
  public void put(byte[] key, byte[] value, int offset, int length) {
    if (!write(key, value, offset, length, false)) {
      throw failure(ABSENT);
    }
  }

  /**
   * Stores a record if there is one with this key already. On the concurrent engines this takes two
   * steps, and another thread's remove may come between them. So callers that remove and replace
   * the same key must take turns.
   *
   * @return whether there was one
   */
  public boolean replace(byte[] key, byte[] value, int offset, int length) {
    return write(key, value, offset, length, true);
  }

  private boolean write(byte[] key, byte[] value, int offset, int length, boolean onlyIfPresent) {
    int keyLength = checkKey(key);
    Objects.checkFromIndexSize(offset, length, value.length);
    if (length > MAX_VALUE_BYTES) {
      throw new PmemkvException(
          PmemkvStatus.INVALID_ARGUMENT,
          "a value of " + length + " bytes is longer than the limit of " + MAX_VALUE_BYTES);
    }
    enter();
    try {
      return found(PmemkvNative.put(handle, key, keyLength, value, offset, length, onlyIfPresent));
    } finally {
      exit();
    }
  }

  /** Removes the record; returns whether there was one. */
  public boolean remove(byte[] key) {
    int keyLength = checkKey(key);
    enter();
    try {
      return found(PmemkvNative.remove(handle, key, keyLength));
    } finally {
      exit();
    }
  }

  /** Whether there is a record with this key. */
  public boolean exists(byte[] key) {
    int keyLength = checkKey(key);
    enter();
    try {
      return found(PmemkvNative.exists(handle, key, keyLength));
    } finally {
      exit();
    }
  }

  /** The number of records. Some engines walk over all of them to find out. */
  public long count() {
    enter();
    try {
      long count = PmemkvNative.count(handle);
      if (count < 0) {
        throw failure(count);
      }
      return count;
    } finally {
      exit();
    }
  }

  /**
   * The records from a key on, in the order of their keys as unsigned bytes.
   *
   * <p>A range is read in chunks of about a MiB. Each chunk shows the state of one moment. Changes
   * of other threads between two chunks may or may not be seen.
   *
   * @param from the first key
   * @param inclusive whether {@code from} itself belongs to the range
   * @param limit the most records wanted, 0 or more
   * @throws PmemkvException NOT_SUPPORTED when the engine is not {@link #sorted}
   */
  public List<PmemkvEntry> from(byte[] from, boolean inclusive, int limit) {
    return range(from, inclusive, null, false, limit);
  }

  /**
   * The records between two keys; see {@link #from}. Empty when the first key is above the second.
   */
  public List<PmemkvEntry> between(
      byte[] from, boolean fromInclusive, byte[] to, boolean toInclusive, int limit) {
    checkKey(to);
    return range(from, fromInclusive, to, toInclusive, limit);
  }

  /**
   * Visits the records from a key on, itself included, without an object for each; see {@link
   * #from}.
   *
   * @param reused takes the first chunk if it fits
   */
  public void visitFrom(byte[] from, int limit, byte[] reused, RangeVisitor visitor) {
    visit(from, true, null, false, limit, reused, visitor);
  }

  private List<PmemkvEntry> range(
      byte[] from, boolean fromInclusive, byte[] to, boolean toInclusive, int limit) {
    List<PmemkvEntry> entries = new ArrayList<>();
    visit(
        from,
        fromInclusive,
        to,
        toInclusive,
        limit,
        null,
        (packed, key, keyLength, value, valueLength) ->
            entries.add(
                new PmemkvEntry(
                    Arrays.copyOfRange(packed, key, key + keyLength),
                    Arrays.copyOfRange(packed, value, value + valueLength))));
    return entries;
  }

  private void visit(
      byte[] from,
      boolean fromInclusive,
      byte[] to,
      boolean toInclusive,
      int limit,
      byte[] reused,
      RangeVisitor visitor) {
    checkKey(from);
    if (limit < 0) {
      throw new IllegalArgumentException("limit: " + limit + " is negative");
    }
    if (!sorted) {
      throw new PmemkvException(
          PmemkvStatus.NOT_SUPPORTED,
          "the engine " + engine + " keeps no order, so it has no ranges; use a sorted one");
    }
    int left = limit;
    byte[] start = from;
    boolean inclusive = fromInclusive;
    byte[] array = reused;
    while (left > 0) {
      PackedRange chunk = readChunk(start, inclusive, to, toInclusive, left, array);
      left -= chunk.forEach(visitor);
      if (left == 0 || !chunk.more()) {
        return;
      }
      start = chunk.lastKey();
      inclusive = false;
      array = null;
    }
  }

  private PackedRange readChunk(
      byte[] from,
      boolean fromInclusive,
      byte[] to,
      boolean toInclusive,
      int limit,
      byte[] reused) {
    int toLength = to == null ? 0 : to.length;
    enter();
    try {
      byte[] packed =
          PmemkvNative.range(
              handle,
              from,
              from.length,
              fromInclusive,
              to,
              toLength,
              toInclusive,
              Math.min(CHUNK_ENTRIES, limit),
              CHUNK_BYTES,
              reused);
      int code = PmemkvNative.code();
      if (packed == null) {
        throw failure(code);
      }
      return new PackedRange(packed, code == 1);
    } finally {
      exit();
    }
  }

  /** Closes the pool, which no other thread uses. A second close does nothing. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      PmemkvNative.close(handle);
    }
  }

  @Override
  public String toString() {
    return name + " (" + engine + ")";
  }

  private void enter() {
    if (lock != null) {
      lock.lock();
    }
    if (closed) {
      exit();
      throw new PmemkvClosedException(name);
    }
  }

  private void exit() {
    if (lock != null) {
      lock.unlock();
    }
  }

  private static RuntimeException failure(long result) {
    return PmemkvNative.failure(result);
  }

  private boolean found(int result) {
    if (result < ABSENT) {
      throw failure(result);
    }
    return result != ABSENT;
  }

  private static int checkKey(byte[] key) {
    int length = key.length;
    if (length > MAX_KEY_BYTES) {
      throw new PmemkvException(
          PmemkvStatus.INVALID_ARGUMENT,
          "a key of " + length + " bytes is longer than the limit of " + MAX_KEY_BYTES);
    }
    return length;
  }
}
