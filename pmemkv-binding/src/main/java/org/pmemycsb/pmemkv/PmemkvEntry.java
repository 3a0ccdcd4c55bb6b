package org.pmemycsb.pmemkv;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * A record that a range read found.
 *
 * @param key its key; the caller's own copy
 * @param value its value; the caller's own copy
 */
// Arrays compare by identity, so equals() tells whether it is the same entry, not an equal one.
public record PmemkvEntry(byte[] key, byte[] value) {
  /** Adds the entries that {@link PmemkvNative#range} has packed. */
  static void unpack(byte[] packed, List<PmemkvEntry> into) {
    ByteBuffer in = ByteBuffer.wrap(packed).order(ByteOrder.nativeOrder());
    while (in.hasRemaining()) {
      PmemkvEntry entry = new PmemkvEntry(new byte[in.getInt()], new byte[in.getInt()]);
      in.get(entry.key).get(entry.value);
      into.add(entry);
    }
  }
}
