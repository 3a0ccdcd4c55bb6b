package org.pmemycsb.harness.recorded;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.pmemycsb.harness.ConfigurationException;

/**
 * A number for each hash of a key. A small table is on the heap. A larger one is a memory-mapped
 * temporary file, so the heap stays flat. It has 1.7 to 3.4 slots of 16 bytes for each key. The
 * open file has no name, so a kill leaves nothing behind.
 *
 * <p>Two keys with the same 64-bit hash count as one. Among 10^9 keys, the probability of any such
 * pair is 3 %.
 */
final class KeyTable {
  private static final int FIRST_SLOTS = 1 << 12;
  private static final int HEAP_SLOTS = 1 << 18;
  // A mapping holds less than 2^31 bytes.
  private static final int SEGMENT_SLOTS = 1 << 26;
  private static final int SEGMENT_BITS = 26;
  private static final int SLOT = 2;

  private LongBuffer[] segments;
  private long mask;
  private long used;

  KeyTable() {
    segments = create(FIRST_SLOTS);
    mask = FIRST_SLOTS - 1;
  }

  long size() {
    return used;
  }

  /**
   * The slot of a key, or its future slot.
   *
   * @param hash not 0
   */
  long slot(long hash) {
    long slot = hash & mask;
    for (long found = get(slot, 0); found != 0 && found != hash; found = get(slot, 0)) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  /** The number in a slot; -1 if the slot is free. */
  long number(long slot) {
    return get(slot, 0) == 0 ? -1 : get(slot, 1);
  }

  /** Puts a number, from 0, into the slot of a key. Invalidates slots that were returned before. */
  void put(long slot, long hash, long number) {
    boolean isNew = get(slot, 0) == 0;
    set(slot, hash, number);
    if (isNew && ++used > mask / 5 * 3) {
      grow();
    }
  }

  private void grow() {
    LongBuffer[] before = segments;
    long slots = mask + 1;
    segments = create(2 * slots);
    mask = 2 * slots - 1;
    for (long i = 0; i < slots; i++) {
      LongBuffer segment = before[(int) (i >>> SEGMENT_BITS)];
      int at = (int) (i & SEGMENT_SLOTS - 1) * SLOT;
      long hash = segment.get(at);
      if (hash != 0) {
        set(slot(hash), hash, segment.get(at + 1));
      }
    }
  }

  private static LongBuffer[] create(long slots) {
    if (slots <= HEAP_SLOTS) {
      return new LongBuffer[] {LongBuffer.allocate((int) slots * SLOT)};
    }
    LongBuffer[] all = new LongBuffer[(int) Math.max(1, slots >>> SEGMENT_BITS)];
    long bytes = Math.min(slots, SEGMENT_SLOTS) * SLOT * Long.BYTES;
    try {
      Path file = Files.createTempFile("pmem-ycsb-keys", null);
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        for (int i = 0; i < all.length; i++) {
          all[i] =
              channel
                  .map(FileChannel.MapMode.READ_WRITE, i * bytes, bytes)
                  .order(ByteOrder.nativeOrder())
                  .asLongBuffer();
        }
      } finally {
        Files.delete(file);
      }
    } catch (IOException full) {
      throw new ConfigurationException(
          "the table of a trace's keys needs a temporary file of %d MiB: %s; name a larger folder"
                  .formatted(bytes * all.length >> 20, full.getMessage())
              + " with JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR",
          full);
    }
    return all;
  }

  private long get(long slot, int word) {
    return segments[(int) (slot >>> SEGMENT_BITS)].get(
        (int) (slot & SEGMENT_SLOTS - 1) * SLOT + word);
  }

  private void set(long slot, long hash, long number) {
    LongBuffer segment = segments[(int) (slot >>> SEGMENT_BITS)];
    int at = (int) (slot & SEGMENT_SLOTS - 1) * SLOT;
    segment.put(at, hash);
    segment.put(at + 1, number);
  }
}
