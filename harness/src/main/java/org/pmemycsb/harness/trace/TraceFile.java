package org.pmemycsb.harness.trace;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

/**
 * Traces in files, so that another program replays the very same operations.
 *
 * <p>All numbers are little-endian. A file is a header, blocks, and an end:
 *
 * <pre>
 * header
 *    0  8  "PMYTRACE"
 *    8  4  version, 1
 *   12  4  length of the header: 64 + P, and K if there are bytes about keys
 *   16  4  flags: 1 load phase, 2 keys are hashed, 4 all values have one length, 8 recorded by
 *          another program, 16 there are bytes about keys
 *   20  4  threads
 *   24  8  operations over all threads
 *   32  8  records at the start: the first new key number
 *   40  8  seed
 *   48  4  zero padding of keys (signed), see {@link KeyFormat}
 *   52  4  fields in a record
 *   56  4  length of a value in bytes; the longest, if they vary
 *   60  4  P
 *   64  P  the workload's properties in UTF-8: name, 0, value, 0; in order of names. Where records
 *          have been deleted, {@value #FIRST} is the number of the oldest that is there
 *   ..  K  about keys that stock YCSB does not have:
 *          4   how many characters of "user" stand before the digits, the last ones
 *          4   n, a power of 2 from 2; or 0 if nothing follows the digits
 *          4n  lengths up to which zeros follow the digits; that of a key number is the one at the
 *              place that the highest bits say of its product with 0x9E3779B97F4A7C15
 * block: the next operations of one thread
 *    0  4  thread
 *    4  4  n, operations; at least 1
 *    8  4  m, side numbers
 *   12  8n {@link Operation operations}
 *       4m side numbers, see {@link TraceChunk}
 * end
 *    0  4  0xFFFFFFFF
 *    4  8  operations over all blocks, as in the header
 *   12  4  CRC-32 of all bytes before this one
 * </pre>
 *
 * <p>To replay: a key that is not relative is its number, unless it is not below the first new key
 * number and above the newest acknowledged one: then it is the spare. An insert that is relative
 * takes the next new number, by a counter that the threads share, when it begins; with one thread
 * that is the number recorded. Another relative key is the newest acknowledged number, up to which
 * there is no gap, less the distance; below the oldest record it is taken modulo the number of
 * records. Only a load phase's inserts carry their numbers. A delete takes the number of the oldest
 * record when it begins. An operation on a record that a delete has taken may find nothing. A read
 * of a missing key, and the read of a put if absent, must find nothing. In a trace that another
 * program recorded, every operation carries the number of its record, and a record that is not
 * there was deleted before. Threads begin together, and each does its own operations in the order
 * of its blocks.
 */
public final class TraceFile {
  private static final byte[] MAGIC = "PMYTRACE".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;

  public static final String FIRST = "firstrecord";

  private static final int FIXED_HEADER = 64;
  private static final int END = -1;
  private static final long POLL_MILLIS = 1;

  private TraceFile() {}

  /** Writes the operations that are not taken yet. A streamed trace has none left afterwards. */
  public static void write(Trace trace, Path file) throws IOException, InterruptedException {
    CRC32 crc = new CRC32();
    try (OutputStream plain = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        OutputStream out = new CheckedOutputStream(plain, crc)) {
      out.write(header(trace.spec()));
      long total = 0;
      List<Trace.Cursor> cursors =
          IntStream.range(0, trace.spec().threads()).mapToObj(trace::cursor).toList();
      // Chunk by chunk over all threads: a streamed trace makes its chunks in this order, unless
      // another program recorded it. Then nobody may wait for one thread, whose queue is empty
      // while
      // that of another is full.
      for (boolean more = true; more; ) {
        boolean isComplete = trace.isComplete();
        more = !isComplete;
        boolean found = false;
        for (int t = 0; t < cursors.size(); t++) {
          if (trace.spec().isRecorded() && !cursors.get(t).isReady()) {
            continue;
          }
          TraceChunk chunk = cursors.get(t).next();
          if (chunk != null) {
            more = true;
            found = true;
            total += chunk.size();
            out.write(block(t, chunk));
          }
        }
        if (more && !found) {
          Thread.sleep(POLL_MILLIS);
        }
      }
      out.write(little(12).putInt(END).putLong(total).array());
      plain.write(little(4).putInt((int) crc.getValue()).array());
    }
  }

  private static byte[] header(TraceSpec spec) {
    Map<String, String> all = new TreeMap<>(spec.workload().properties());
    if (spec.first() > 0) {
      all.put(FIRST, Long.toString(spec.first()));
    }
    byte[] properties =
        all.entrySet().stream()
            .map(property -> property.getKey() + '\0' + property.getValue() + '\0')
            .collect(Collectors.joining())
            .getBytes(StandardCharsets.UTF_8);
    RecordShape shape = spec.shape();
    KeyFormat keys = spec.keyFormat();
    byte[] aboutKeys = aboutKeys(keys);
    int flags =
        (spec.load() ? 1 : 0)
            | (keys.hashed() ? 2 : 0)
            | (shape.constantLength() ? 4 : 0)
            | (spec.isRecorded() ? 8 : 0)
            | (aboutKeys.length > 0 ? 16 : 0);
    int length = FIXED_HEADER + properties.length + aboutKeys.length;
    return little(length)
        .put(MAGIC)
        .putInt(VERSION)
        .putInt(length)
        .putInt(flags)
        .putInt(spec.threads())
        .putLong(spec.operations())
        .putLong(spec.records())
        .putLong(spec.seed())
        .putInt(keys.zeroPadding())
        .putInt(shape.fieldCount())
        .putInt(shape.maxFieldLength())
        .putInt(properties.length)
        .put(properties)
        .put(aboutKeys)
        .array();
  }

  private static byte[] aboutKeys(KeyFormat keys) {
    if (keys.isStock()) {
      return new byte[0];
    }
    int[] lengths = keys.lengths().map(KeyLengths::table).orElse(new int[0]);
    ByteBuffer bytes =
        little(Integer.BYTES * (2 + lengths.length)).putInt(keys.prefix()).putInt(lengths.length);
    for (int length : lengths) {
      bytes.putInt(length);
    }
    return bytes.array();
  }

  private static byte[] block(int thread, TraceChunk chunk) {
    ByteBuffer block =
        little(12 + Long.BYTES * chunk.size() + Integer.BYTES * chunk.sideSize())
            .putInt(thread)
            .putInt(chunk.size())
            .putInt(chunk.sideSize());
    for (int i = 0; i < chunk.size(); i++) {
      block.putLong(chunk.operation(i));
    }
    for (int i = 0; i < chunk.sideSize(); i++) {
      block.putInt(chunk.side(i));
    }
    return block.array();
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
