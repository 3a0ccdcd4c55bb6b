package org.pmemycsb.harness.trace;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.pmemycsb.harness.design.FillOrder;
import org.pmemycsb.harness.design.Work;
import org.pmemycsb.harness.measure.Workloads;

/** Reads what {@link TraceFile} wrote, and refuses what was cut or changed with an IOException. */
final class TraceReader {
  private static final int FIXED_HEADER = 64;
  private static final int MAX_PROPERTIES = 1 << 24;
  private static final int MAX_BLOCK = 1 << 24;
  private static final int END = -1;

  /** A trace file's content, with each thread's operations. */
  record Content(TraceSpec spec, List<Traces.Dump> threads) {}

  private TraceReader() {}

  static Content read(Path file) throws IOException {
    CRC32 crc = new CRC32();
    try (DataInputStream in =
        new DataInputStream(
            new CheckedInputStream(
                new BufferedInputStream(Files.newInputStream(file), 1 << 16), crc))) {
      TraceSpec spec = readHeader(in);
      List<Traces.Dump> threads = readBlocks(in, spec);
      long total = threads.stream().mapToLong(thread -> thread.operations().size()).sum();
      long said = take(in, Long.BYTES).getLong();
      int expected = (int) crc.getValue();
      if (take(in, Integer.BYTES).getInt() != expected
          || total != said
          || total != spec.operations()) {
        throw new IOException("the trace was changed or is not complete");
      }
      return new Content(spec, threads);
    }
  }

  private static TraceSpec readHeader(DataInputStream in) throws IOException {
    ByteBuffer fixed = take(in, FIXED_HEADER);
    byte[] magic = new byte[8];
    fixed.get(magic);
    if (!new String(magic, StandardCharsets.US_ASCII).equals("PMYTRACE") || fixed.getInt() != 1) {
      throw new IOException("not a trace of version 1");
    }
    int header = fixed.getInt();
    boolean load = (fixed.getInt() & 1) != 0;
    int threads = fixed.getInt();
    long operations = fixed.getLong();
    long records = fixed.getLong();
    long seed = fixed.getLong();
    int length = fixed.getInt(FIXED_HEADER - Integer.BYTES);
    if (length < 0 || length > MAX_PROPERTIES || header < FIXED_HEADER + length) {
      throw new IOException("impossible length of properties: " + length);
    }
    String[] words = new String(take(in, length).array(), StandardCharsets.UTF_8).split("\0", -1);
    Map<String, String> workload = new TreeMap<>();
    for (int i = 0; i + 1 < words.length; i += 2) {
      workload.put(words[i], words[i + 1]);
    }
    take(in, header - FIXED_HEADER - length);
    String first = workload.remove(TraceFile.FIRST);
    try {
      Workload typed = Workloads.typed(workload);
      return new TraceSpec(
          load ? typed.with(new Work.Load(FillOrder.SEQUENTIAL)) : typed,
          threads,
          operations,
          first == null ? 0 : Long.parseLong(first),
          records,
          seed);
    } catch (IllegalArgumentException e) {
      throw new IOException("impossible trace: " + e.getMessage(), e);
    }
  }

  private static List<Traces.Dump> readBlocks(DataInputStream in, TraceSpec spec)
      throws IOException {
    List<Traces.Dump> threads = new ArrayList<>();
    for (int t = 0; t < spec.threads(); t++) {
      threads.add(new Traces.Dump(new ArrayList<>(), new ArrayList<>()));
    }
    while (true) {
      int thread = take(in, Integer.BYTES).getInt();
      if (thread == END) {
        return threads;
      }
      ByteBuffer sizes = take(in, 2 * Integer.BYTES);
      int operations = sizes.getInt();
      int side = sizes.getInt();
      if (thread < 0
          || thread >= spec.threads()
          || operations < 1
          || operations > MAX_BLOCK
          || side < 0
          || side > MAX_BLOCK * 4) {
        throw new IOException("impossible block");
      }
      ByteBuffer body = take(in, operations * Long.BYTES);
      for (int i = 0; i < operations; i++) {
        threads.get(thread).operations().add(body.getLong());
      }
      body = take(in, side * Integer.BYTES);
      for (int i = 0; i < side; i++) {
        threads.get(thread).side().add(body.getInt());
      }
    }
  }

  private static ByteBuffer take(DataInputStream in, int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException("the trace is cut short");
    }
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
