package org.pmemycsb.harness.shim;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.pmemycsb.harness.result.Counts;

/**
 * The counters of a run, which all its processes share: the words of {@code counters.h}, in its
 * order. Thread-safe.
 */
public final class CounterFile {
  private static final int BYTES = 4096;
  private static final VarHandle WORD =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final ByteBuffer words;

  private CounterFile(ByteBuffer words) {
    this.words = words;
  }

  public static void create(Path file) throws IOException {
    Files.write(file, new byte[BYTES], StandardOpenOption.CREATE_NEW);
  }

  /** Opens the file; the counters can be read as long as this object lives. */
  public static CounterFile open(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return new CounterFile(channel.map(FileChannel.MapMode.READ_ONLY, 0, BYTES));
    }
  }

  public Counts now() {
    return new Counts(
        word(0),
        word(1),
        word(2),
        word(3),
        word(4),
        word(5),
        word(6),
        word(7),
        word(8),
        new Counts.Awaited(word(9), word(10), word(11)));
  }

  private long word(int index) {
    return (long) WORD.getVolatile(words, index * Long.BYTES);
  }
}
