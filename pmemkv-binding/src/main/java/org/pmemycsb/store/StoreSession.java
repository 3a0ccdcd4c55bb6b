package org.pmemycsb.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.pmemycsb.adapter.inprocess.client.RecordStore;

/**
 * A store for one thread. Keys and values cross in memory outside the Java heap: the key first, and
 * the value or the values behind it. Copying them here costs less than to let native code ask the
 * JVM for them.
 */
final class StoreSession implements RecordStore {
  private static final int LEAST = 16 << 10;

  private final NativeStore store;
  private ByteBuffer memory;
  private long address;

  StoreSession(NativeStore store) {
    this.store = store;
    allocate(LEAST);
  }

  private void allocate(long bytes) {
    if (bytes > Integer.MAX_VALUE) {
      throw new StoreException(bytes + " bytes are more than a Java array can hold (2 GiB)");
    }
    try {
      memory = ByteBuffer.allocateDirect((int) bytes).order(ByteOrder.nativeOrder());
    } catch (OutOfMemoryError full) {
      throw new StoreException("no memory outside the Java heap for " + bytes + " bytes", full);
    }
    address = StoreNative.address(memory);
  }

  /** Where values begin behind a key. */
  private static int behind(byte[] key) {
    return Math.addExact(key.length, 63) & ~63;
  }

  /** Makes room for a key and more bytes, and copies the key. */
  private int place(byte[] key, long more) {
    int at = behind(key);
    if (memory.capacity() < at + more) {
      allocate(at + more);
    }
    memory.put(0, key);
    return at;
  }

  @Override
  public int get(byte[] key, byte[] buffer) {
    int at = place(key, buffer.length);
    long length = StoreNative.get(store.handle(), address, key.length, address + at, buffer.length);
    if (length == StoreNative.ABSENT) {
      return StoreNative.ABSENT;
    }
    store.checked(length);
    if (length <= buffer.length) {
      memory.get(at, buffer, 0, (int) length);
    } else if (length > Integer.MAX_VALUE) {
      throw new StoreException("a value of " + length + " bytes is longer than 2 GiB");
    }
    return (int) length;
  }

  @Override
  public void put(byte[] key, byte[] value, int length) {
    store.checked(write(key, value, length, false));
  }

  @Override
  public boolean replace(byte[] key, byte[] value, int length) {
    return found(write(key, value, length, true));
  }

  private int write(byte[] key, byte[] value, int length, boolean onlyIfPresent) {
    int at = place(key, length);
    memory.put(at, value, 0, length);
    return StoreNative.put(
        store.handle(), address, key.length, address + at, length, onlyIfPresent);
  }

  @Override
  public boolean remove(byte[] key) {
    place(key, 0);
    return found(StoreNative.remove(store.handle(), address, key.length));
  }

  private boolean found(int result) {
    return result != StoreNative.ABSENT && store.checked(result) == 0;
  }

  @Override
  public boolean sorted() {
    return store.traits().sorted();
  }

  @Override
  public void scan(byte[] from, int count, Values values) {
    if (count <= 0) {
      return;
    }
    int at = place(from, 0);
    long bytes = scan(from, count, at);
    while (bytes > memory.capacity() - at) {
      // A quarter more, because others may write meanwhile.
      place(from, bytes + bytes / 4);
      bytes = scan(from, count, at);
    }
    ByteBuffer rows = memory;
    int end = at + (int) bytes;
    for (int row = at; row < end; ) {
      int length = rows.getInt(row);
      int begin = row + Integer.BYTES;
      values.accept(
          (buffer, to) -> {
            rows.get(begin, buffer, to, Math.min(length, buffer.length - to));
            return length;
          });
      row = begin + length;
    }
  }

  private long scan(byte[] from, int count, int at) {
    return store.checked(
        StoreNative.scan(
            store.handle(), address, from.length, address + at, memory.capacity() - at, count));
  }
}
