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
 * One writer's operations, in a file that the writer has mapped. The kernel has each note at once,
 * so it can be read after the writer's process was killed, and no system call slows the writer
 * down.
 *
 * <p>An entry holds what was begun, when, and when it was acknowledged, 0 if it was not. The
 * entry's number gives the version that the operation wrote. One thread writes; others read when it
 * is gone.
 *
 * <p>Times are those of {@link System#nanoTime}, which on Linux is one clock for all processes of a
 * machine (CLOCK_MONOTONIC).
 */
final class Ledger {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final int ENTRY_BYTES = 3 * Long.BYTES;
  private static final int BEGUN = Long.BYTES;
  private static final int ACKNOWLEDGED = 2 * Long.BYTES;
  private static final int BLOCK_BYTES = 1 << 20;

  private final MappedByteBuffer entries;
  private final int capacity;

  private Ledger(MappedByteBuffer entries) {
    this.entries = entries;
    this.capacity = entries.capacity() / ENTRY_BYTES;
  }

  /**
   * Makes an empty one and takes its room: a full disk is then an exception here, and not a signal
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

  /** The ledger in a file, to write to or to read. */
  static Ledger open(Path file) {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new Ledger(channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size()));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  int capacity() {
    return capacity;
  }

  /** Notes that an operation begins. */
  void begin(int entry, long operation) {
    LONG.setOpaque(entries, entry * ENTRY_BYTES + BEGUN, System.nanoTime());
    LONG.setRelease(entries, entry * ENTRY_BYTES, operation);
  }

  /** Notes that it was acknowledged, before anything else is begun. */
  void acknowledge(int entry) {
    LONG.setVolatile(entries, entry * ENTRY_BYTES + ACKNOWLEDGED, System.nanoTime());
  }

  /** How many operations were begun. */
  int size() {
    int low = 0;
    int high = capacity;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (operation(middle) != 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The operation that was begun, as {@link Write#pack} gives it. */
  long operation(int entry) {
    return (long) LONG.getAcquire(entries, entry * ENTRY_BYTES);
  }

  long begun(int entry) {
    return (long) LONG.getAcquire(entries, entry * ENTRY_BYTES + BEGUN);
  }

  /** When it was acknowledged; 0 if it was not. */
  long acknowledged(int entry) {
    return (long) LONG.getAcquire(entries, entry * ENTRY_BYTES + ACKNOWLEDGED);
  }
}
