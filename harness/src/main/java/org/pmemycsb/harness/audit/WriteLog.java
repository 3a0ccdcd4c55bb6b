package org.pmemycsb.harness.audit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The operations of one writer, in a memory-mapped file. A note reaches the kernel without a system
 * call, and outlives the kill of the writer's process.
 *
 * <p>An entry holds the operation, its start, and its acknowledgement (0 without one). The entry's
 * number gives the version that the operation wrote. One thread writes; others read after its end.
 *
 * <p>Times are those of {@link System#nanoTime}, which on Linux is one clock for all processes of a
 * machine (CLOCK_MONOTONIC).
 */
final class WriteLog {
  /**
   * An operation.
   *
   * @param field the field of {@link Type#UPDATE_FIELD}; 0 for the others, which write all fields
   */
  record Write(Type type, int record, int field) {
    enum Type {
      INSERT,
      UPDATE,
      UPDATE_FIELD,
      DELETE;

      private static final Type[] ALL = values();
    }

    private static final int FIELD_SHIFT = 32;
    private static final int TYPE_SHIFT = 48;
    private static final int FIELD_MASK = 0xffff;

    /** As one number that is never 0. */
    private long pack() {
      return ((type.ordinal() + 1L) << TYPE_SHIFT) | ((long) field << FIELD_SHIFT) | record;
    }

    private static Write of(long packed) {
      return new Write(
          Type.ALL[(int) (packed >>> TYPE_SHIFT) - 1],
          (int) packed,
          (int) (packed >>> FIELD_SHIFT) & FIELD_MASK);
    }

    boolean writes(int other) {
      return switch (type) {
        case INSERT, UPDATE -> true;
        case UPDATE_FIELD -> field == other;
        case DELETE -> false;
      };
    }
  }

  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final int ENTRY_BYTES = 3 * Long.BYTES;
  private static final int BEGUN = Long.BYTES;
  private static final int ACKNOWLEDGED = 2 * Long.BYTES;
  private static final int BLOCK_BYTES = 1 << 20;

  private final MappedByteBuffer entries;
  private final int capacity;

  private WriteLog(MappedByteBuffer entries) {
    this.entries = entries;
    this.capacity = entries.capacity() / ENTRY_BYTES;
  }

  /**
   * Makes an empty log and allocates its space. So a full disk is an exception here, and no signal
   * in the writer.
   */
  static void create(Path file, int capacity) throws IOException {
    long bytes = (long) capacity * ENTRY_BYTES;
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer zeros = ByteBuffer.allocateDirect(BLOCK_BYTES);
      for (long left = bytes; left > 0; ) {
        zeros.clear().limit((int) Math.min(left, BLOCK_BYTES));
        left -= channel.write(zeros);
      }
    }
  }

  static WriteLog open(Path file) {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new WriteLog(channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size()));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  int capacity() {
    return capacity;
  }

  void begin(int entry, Write write) {
    LONG.setOpaque(entries, entry * ENTRY_BYTES + BEGUN, System.nanoTime());
    LONG.setRelease(entries, entry * ENTRY_BYTES, write.pack());
  }

  /** Notes the acknowledgement of an operation, before the next begins. */
  void acknowledge(int entry) {
    LONG.setVolatile(entries, entry * ENTRY_BYTES + ACKNOWLEDGED, System.nanoTime());
  }

  int size() {
    int low = 0;
    int high = capacity;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (word(middle, 0) != 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  Write write(int entry) {
    return Write.of(word(entry, 0));
  }

  long begun(int entry) {
    return word(entry, BEGUN);
  }

  /** The time of the acknowledgement; 0 without one. */
  long acknowledged(int entry) {
    return word(entry, ACKNOWLEDGED);
  }

  private long word(int entry, int offset) {
    return (long) LONG.getAcquire(entries, entry * ENTRY_BYTES + offset);
  }
}
