package org.pmemycsb.pmemkv;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Entries of a range, as {@link PmemkvNative#range} packs them.
 *
 * @param more whether others follow
 */
// An array compares by identity, so equals() tells whether it is the same range, not an equal one.
record PackedRange(byte[] bytes, boolean more) {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

  /** Visits all entries; returns their number. */
  int forEach(RangeVisitor visitor) {
    int number = 0;
    for (int at = 0; isEntry(at); at = end(at), number++) {
      int key = at + 2 * Integer.BYTES;
      visitor.visit(bytes, key, keyLength(at), key + keyLength(at), valueLength(at));
    }
    return number;
  }

  /** The last key of a range that is not empty. */
  byte[] lastKey() {
    int last = 0;
    for (int at = 0; isEntry(at); at = end(at)) {
      last = at;
    }
    int key = last + 2 * Integer.BYTES;
    return Arrays.copyOfRange(bytes, key, key + keyLength(last));
  }

  private boolean isEntry(int at) {
    return at < bytes.length && keyLength(at) >= 0;
  }

  private int keyLength(int at) {
    return (int) INT.get(bytes, at);
  }

  private int valueLength(int at) {
    return (int) INT.get(bytes, at + Integer.BYTES);
  }

  private int end(int at) {
    return at + 2 * Integer.BYTES + keyLength(at) + valueLength(at);
  }
}
