package org.pmemycsb.pmemkv;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
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
 * time, behind a lock. {@link #close} waits for calls in flight; later calls throw {@link
 * PmemkvClosedException}.
 */
public final class PmemkvStore implements AutoCloseable {
  /** What {@link #get(byte[], byte[])} returns when there is no such record. */
  public static final int ABSENT = PmemkvNative.ABSENT;

  /** The longest key, 64 KiB. */
  public static final int MAX_KEY_BYTES = 64 << 10;

  /** The longest value, 64 MiB. */
  public static final int MAX_VALUE_BYTES = 64 << 20;

  private final String engine;
  private final String name;
  private final long handle;
  private final boolean sorted;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);

  /** Null where the engine is made for concurrent calls. */
  private final Lock lock;

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
    return PmemkvLibrary.engines();
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
    int keyLength = checkKey(key);
    checkValue(value, offset, length);
    enter();
    try {
      int result = PmemkvNative.put(handle, key, keyLength, value, offset, length, false);
      if (result < 0) {
        throw failure(result);
      }
    } finally {
      exit();
    }
  }

  /**
   * Stores a record if there is one with this key already. On the concurrent engines looking and
   * storing are two steps: another thread's remove may come between them, so callers that remove
   * and replace the same key must take turns.
   *
   * @return whether there was one
   */
  public boolean replace(byte[] key, byte[] value, int offset, int length) {
    int keyLength = checkKey(key);
    checkValue(value, offset, length);
    enter();
    try {
      return found(PmemkvNative.put(handle, key, keyLength, value, offset, length, true));
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
   * <p>A range is read in chunks of about a MiB. Each chunk is one moment's state; what other
   * threads change between two of them may or may not be seen.
   *
   * @param from the first key
   * @param inclusive whether {@code from} itself belongs to the range
   * @param limit the most records wanted, 0 or more
   * @throws PmemkvException NOT_SUPPORTED when the engine is not {@link #sorted}
   */
  public List<PmemkvEntry> from(byte[] from, boolean inclusive, int limit) {
    return range(new RangeReader.Range(from, inclusive, null, false), limit);
  }

  /**
   * The records between two keys; see {@link #from}. Empty when the first key is above the second.
   */
  public List<PmemkvEntry> between(
      byte[] from, boolean fromInclusive, byte[] to, boolean toInclusive, int limit) {
    checkKey(to);
    return range(new RangeReader.Range(from, fromInclusive, to, toInclusive), limit);
  }

  private List<PmemkvEntry> range(RangeReader.Range range, int limit) {
    checkKey(range.from());
    if (limit < 0) {
      throw new IllegalArgumentException("limit: " + limit + " is negative");
    }
    if (!sorted) {
      throw new PmemkvException(
          PmemkvStatus.NOT_SUPPORTED,
          "the engine " + engine + " keeps no order, so it has no ranges; use a sorted one");
    }
    return RangeReader.read(this::chunk, range, limit);
  }

  private RangeReader.Chunk chunk(RangeReader.Range range, int maxEntries, int softBytes) {
    byte[] to = range.to();
    enter();
    try {
      byte[] packed =
          PmemkvNative.range(
              handle,
              range.from(),
              range.from().length,
              range.fromInclusive(),
              to,
              to == null ? 0 : to.length,
              range.toInclusive(),
              maxEntries,
              softBytes);
      int code = PmemkvNative.code();
      if (packed == null) {
        throw failure(code);
      }
      return new RangeReader.Chunk(packed, code == 1);
    } finally {
      exit();
    }
  }

  /**
   * Waits for the calls in flight, then closes the pool. A second close does nothing, except that
   * it, too, returns only once the store is closed.
   */
  @Override
  public void close() {
    if (closing.compareAndSet(false, true)) {
      try {
        PmemkvNative.close(handle);
      } finally {
        closed.countDown();
      }
      return;
    }
    boolean interrupted = false;
    while (true) {
      try {
        closed.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
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
  }

  private void exit() {
    if (lock != null) {
      lock.unlock();
    }
  }

  private RuntimeException failure(long result) {
    return result == PmemkvNative.CLOSED
        ? new PmemkvClosedException(name)
        : PmemkvNative.failure(result);
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

  private static void checkValue(byte[] value, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, value.length);
    if (length > MAX_VALUE_BYTES) {
      throw new PmemkvException(
          PmemkvStatus.INVALID_ARGUMENT,
          "a value of " + length + " bytes is longer than the limit of " + MAX_VALUE_BYTES);
    }
  }
}
