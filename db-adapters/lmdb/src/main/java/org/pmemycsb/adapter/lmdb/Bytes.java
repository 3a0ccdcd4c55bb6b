package org.pmemycsb.adapter.lmdb;

import java.util.Arrays;
import java.util.Comparator;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import org.lmdbjava.BufferProxy;
import org.lmdbjava.DbiFlags;

/**
 * Bytes on their way to LMDB and back. The native memory behind them is kept from one operation to
 * the next, which no proxy of lmdbjava does that works without opening the JDK's modules. For one
 * thread.
 */
final class Bytes {
  static final BufferProxy<Bytes> PROXY = new Proxy();

  private static final Runtime RUNTIME = Runtime.getSystemRuntime();
  private static final int SMALLEST = 256;

  private byte[] heap = {};
  private int length;
  private Pointer memory;
  // The bytes that were read; valid until their transaction ends. Zero for bytes to be written.
  private long read;

  /** Holds the first bytes of an array, which must not change before they are used. */
  Bytes of(byte[] bytes, int count) {
    heap = bytes;
    length = count;
    read = 0;
    return this;
  }

  /**
   * Copies the bytes that were read into a buffer, as far as they fit; returns their whole length.
   *
   * @param at index of the first one in the buffer
   */
  int copyTo(byte[] buffer, int at) {
    Pointer.wrap(RUNTIME, read, length).get(0, buffer, at, Math.min(length, buffer.length - at));
    return length;
  }

  /** A copy. */
  byte[] array() {
    byte[] bytes = new byte[length];
    if (read != 0) {
      copyTo(bytes, 0);
    } else {
      System.arraycopy(heap, 0, bytes, 0, length);
    }
    return bytes;
  }

  private Pointer toNative(Pointer value) {
    if (memory == null || memory.size() < length) {
      memory = Memory.allocateDirect(RUNTIME, Math.max(SMALLEST, 2 * length));
    }
    memory.put(0, heap, 0, length);
    value.putLong(Proxy.SIZE, length);
    value.putAddress(Proxy.DATA, memory.address());
    return memory;
  }

  private Bytes fromNative(Pointer value) {
    length = (int) value.getLong(Proxy.SIZE);
    read = value.getAddress(Proxy.DATA);
    return this;
  }

  private static final class Proxy extends BufferProxy<Bytes> {
    static final int SIZE = STRUCT_FIELD_OFFSET_SIZE;
    static final int DATA = STRUCT_FIELD_OFFSET_DATA;

    private static final Comparator<Bytes> ORDER =
        (one, other) -> Arrays.compareUnsigned(one.array(), other.array());

    @Override
    protected Bytes allocate() {
      return new Bytes();
    }

    @Override
    protected void deallocate(Bytes bytes) {
      // The collector frees the memory.
    }

    @Override
    protected byte[] getBytes(Bytes bytes) {
      return bytes.array();
    }

    @Override
    protected Comparator<Bytes> getComparator(DbiFlags... flags) {
      return ORDER;
    }

    @Override
    protected Comparator<Bytes> getSignedComparator() {
      return ORDER;
    }

    @Override
    protected Comparator<Bytes> getUnsignedComparator() {
      return ORDER;
    }

    @Override
    protected Pointer in(Bytes bytes, Pointer value) {
      return bytes.toNative(value);
    }

    @Override
    protected Pointer in(Bytes bytes, int size, Pointer value) {
      throw new UnsupportedOperationException("space is never reserved");
    }

    @Override
    protected Bytes out(Bytes bytes, Pointer value) {
      return bytes.fromNative(value);
    }
  }
}
