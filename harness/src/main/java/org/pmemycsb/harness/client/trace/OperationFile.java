package org.pmemycsb.harness.client.trace;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Operations in files, so that another program makes those of a trace without knowing its rules.
 *
 * <p>All numbers are little-endian, and none is aligned. A file is a header, blocks, and an end:
 *
 * <pre>
 * header
 *    0  8  "PMYOPS01"
 *    8  4  threads
 *   12  4  n, fields in a record
 *   16  8  v, bytes of values
 *   24  8  operations over all threads
 *   ..     n names of fields: 4 bytes of length, then UTF-8
 *   ..  v  bytes of which all values are slices
 * block: the next operations of one thread
 *    0  4  thread
 *    4  4  b
 *    8  b  operations
 * operation
 *    0  1  kind: 0 read, 1 insert, 2 replace a record, 3 replace one field, 4 remove, 5 scan
 *    1  1  flags: 1 reads the record before it writes, 2 that read must find nothing, 4 may find
 *          nothing, because another thread may have removed the record
 *    2  2  0
 *    4  4  k, length of the key
 *    8  4  records of a scan, or the field that is replaced
 *   12     for each value that it writes: 4 bytes of its begin in the bytes of values, 4 of length
 *   ..  k  key
 * end
 *    0  4  0xFFFFFFFF
 * </pre>
 *
 * <p>Threads begin together, and each does its own operations in their order.
 */
public final class OperationFile {
  private static final byte[] MAGIC = "PMYOPS01".getBytes(StandardCharsets.US_ASCII);
  private static final int END = -1;

  /** By which the values of each file in this process differ from those of the others. */
  private static final AtomicInteger FILES = new AtomicInteger();

  private OperationFile() {}

  /**
   * Writes the operations that are not taken yet. None is left afterwards.
   *
   * @param harmlessly so that no record comes or goes, for a warm-up
   */
  public static void write(Trace trace, Path file, boolean harmlessly)
      throws IOException, InterruptedException {
    TraceSpec spec = trace.spec();
    ValueSource values =
        new ValueSource(
            spec.seed(),
            spec.shape().maxFieldLength(),
            ValueSource.Alphabet.BINARY,
            spec.workload().compressibility(),
            Share.WHOLE);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
      out.write(header(spec, values.pool().length));
      out.write(values.pool());
      NewKeys made = new NewKeys(spec.records(), spec.mix().insertShare() > 0);
      NewKeys gone = new NewKeys(spec.first(), spec.mix().deleteShare() > 0);
      List<Trace.Cursor> cursors = new ArrayList<>();
      List<OperationWriter> writers = new ArrayList<>();
      for (int t = 0; t < spec.threads(); t++) {
        cursors.add(trace.cursor(t));
        writers.add(
            new OperationWriter(
                spec,
                harmlessly,
                made,
                gone,
                values,
                spec.seed() + FILES.incrementAndGet() * 0x9E3779B97F4A7C15L));
      }
      // Chunk by chunk over all threads, about as a replay makes them.
      boolean found;
      do {
        found = false;
        for (int t = 0; t < cursors.size(); t++) {
          TraceChunk chunk = cursors.get(t).next();
          if (chunk != null) {
            found = true;
            ByteBuffer block = writers.get(t).block(chunk);
            out.write(little(2 * Integer.BYTES).putInt(t).putInt(block.remaining()).array());
            out.write(block.array(), 0, block.remaining());
          }
        }
      } while (found || trace.next());
      out.write(little(Integer.BYTES).putInt(END).array());
    }
  }

  private static byte[] header(TraceSpec spec, int valueBytes) {
    List<byte[]> names =
        spec.shape().fieldNames().stream()
            .map(name -> name.getBytes(StandardCharsets.UTF_8))
            .toList();
    int all = names.stream().mapToInt(name -> Integer.BYTES + name.length).sum();
    ByteBuffer header =
        little(32 + all)
            .put(MAGIC)
            .putInt(spec.threads())
            .putInt(names.size())
            .putLong(valueBytes)
            .putLong(spec.operations());
    names.forEach(name -> header.putInt(name.length).put(name));
    return header.array();
  }

  static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
