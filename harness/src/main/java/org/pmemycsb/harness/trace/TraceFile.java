package org.pmemycsb.harness.trace;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
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
 *   12  4  length of the header: 64 + P
 *   16  4  flags: 1 load phase, 2 keys are hashed, 4 all values have one length
 *   20  4  threads
 *   24  8  operations over all threads
 *   32  8  records at the start: the first new key number
 *   40  8  seed
 *   48  4  zero padding of keys (signed), see {@link KeyFormat}
 *   52  4  fields in a record
 *   56  4  length of a value in bytes; the longest, if they vary
 *   60  4  P
 *   64  P  the workload's properties in UTF-8: name, 0, value, 0; in order of names
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
 * there is no gap, less the distance; below 0 it is taken modulo the number of records. Only a load
 * phase's inserts carry their numbers. Threads begin together, and each does its own operations in
 * the order of its blocks.
 */
public final class TraceFile {
  private static final byte[] MAGIC = "PMYTRACE".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;
  private static final int FIXED_HEADER = 64;
  private static final int MAX_PROPERTIES = 1 << 24;
  private static final int MAX_BLOCK = 1 << 24;
  private static final int END = -1;

  private TraceFile() {}

  /** Writes what is left of a trace; one that is streamed is used up by that. */
  public static void write(Trace trace, Path file) throws IOException, InterruptedException {
    CRC32 crc = new CRC32();
    try (OutputStream plain = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        OutputStream out = new CheckedOutputStream(plain, crc)) {
      out.write(header(trace.spec()));
      long total = 0;
      Trace.Cursor[] cursors = new Trace.Cursor[trace.spec().threads()];
      for (int t = 0; t < cursors.length; t++) {
        cursors[t] = trace.cursor(t);
      }
      // Chunk by chunk over all threads, which is the order in which a streamed trace makes them.
      for (int ended = 0; ended < cursors.length; ) {
        for (int t = 0; t < cursors.length; t++) {
          TraceChunk chunk = cursors[t] == null ? null : cursors[t].next();
          if (chunk != null) {
            total += chunk.size();
            out.write(block(t, chunk));
          } else if (cursors[t] != null) {
            cursors[t] = null;
            ended++;
          }
        }
      }
      out.write(little(12).putInt(END).putLong(total).array());
      plain.write(little(4).putInt((int) crc.getValue()).array());
    }
  }

  private static byte[] header(TraceSpec spec) {
    ByteArrayOutputStream properties = new ByteArrayOutputStream();
    new TreeMap<>(spec.workload())
        .forEach(
            (name, value) -> {
              properties.writeBytes(name.getBytes(StandardCharsets.UTF_8));
              properties.write(0);
              properties.writeBytes(value.getBytes(StandardCharsets.UTF_8));
              properties.write(0);
            });
    RecordShape shape = spec.shape();
    KeyFormat keys = spec.keyFormat();
    int flags = (spec.load() ? 1 : 0) | (keys.hashed() ? 2 : 0) | (shape.constantLength() ? 4 : 0);
    return little(FIXED_HEADER + properties.size())
        .put(MAGIC)
        .putInt(VERSION)
        .putInt(FIXED_HEADER + properties.size())
        .putInt(flags)
        .putInt(spec.threads())
        .putLong(spec.operations())
        .putLong(spec.records())
        .putLong(spec.seed())
        .putInt(keys.zeroPadding())
        .putInt(shape.fieldCount())
        .putInt(shape.maxFieldLength())
        .putInt(properties.size())
        .put(properties.toByteArray())
        .array();
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

  /**
   * Reads a whole trace into memory.
   *
   * @throws IOException if the file cannot be read, is not a trace, is cut or was changed
   */
  public static Trace read(Path file) throws IOException {
    CRC32 crc = new CRC32();
    try (DataInputStream in =
        new DataInputStream(
            new CheckedInputStream(
                new BufferedInputStream(Files.newInputStream(file), 1 << 16), crc))) {
      TraceSpec spec = readHeader(in, file);
      MemoryTrace trace = MemoryTrace.empty(spec);
      long total = readBlocks(in, trace, file);
      int expected = (int) crc.getValue();
      if (take(in, Integer.BYTES).getInt() != expected || total != spec.operations()) {
        throw new IOException(file + ": the trace was changed or is not complete");
      }
      return trace;
    } catch (EOFException e) {
      throw new IOException(file + ": the trace is cut short", e);
    }
  }

  private static TraceSpec readHeader(DataInputStream in, Path file) throws IOException {
    ByteBuffer fixed = take(in, FIXED_HEADER);
    byte[] magic = new byte[MAGIC.length];
    fixed.get(magic);
    int version = fixed.getInt();
    if (!Arrays.equals(magic, MAGIC) || version != VERSION) {
      throw new IOException(file + ": not a trace of version " + VERSION);
    }
    fixed.getInt();
    boolean load = (fixed.getInt() & 1) != 0;
    int threads = fixed.getInt();
    long operations = fixed.getLong();
    long records = fixed.getLong();
    long seed = fixed.getLong();
    int length = fixed.getInt(FIXED_HEADER - Integer.BYTES);
    if (length < 0 || length > MAX_PROPERTIES) {
      throw new IOException(file + ": impossible length of properties: " + length);
    }
    String[] words = new String(take(in, length).array(), StandardCharsets.UTF_8).split("\0", -1);
    Map<String, String> workload = new TreeMap<>();
    for (int i = 0; i + 1 < words.length; i += 2) {
      workload.put(words[i], words[i + 1]);
    }
    try {
      return new TraceSpec(workload, load, threads, operations, records, seed);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + ": impossible trace: " + e.getMessage(), e);
    }
  }

  private static long readBlocks(DataInputStream in, MemoryTrace trace, Path file)
      throws IOException {
    long total = 0;
    while (true) {
      int thread = take(in, Integer.BYTES).getInt();
      if (thread == END) {
        long said = take(in, Long.BYTES).getLong();
        return said == total ? total : -1;
      }
      ByteBuffer sizes = take(in, 2 * Integer.BYTES);
      int operations = sizes.getInt();
      int side = sizes.getInt();
      if (thread < 0
          || thread >= trace.spec().threads()
          || operations < 1
          || operations > MAX_BLOCK
          || side < 0
          || side > MAX_BLOCK * 4) {
        throw new IOException(file + ": impossible block");
      }
      TraceChunk chunk = new TraceChunk(operations);
      ByteBuffer body = take(in, operations * Long.BYTES);
      for (int i = 0; i < operations; i++) {
        chunk.add(body.getLong());
      }
      body = take(in, side * Integer.BYTES);
      for (int i = 0; i < side; i++) {
        chunk.addSide(body.getInt());
      }
      trace.put(thread, chunk);
      total += operations;
    }
  }

  private static ByteBuffer take(DataInputStream in, int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException();
    }
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
