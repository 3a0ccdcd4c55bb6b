package org.pmemycsb.harness.plan.recorded;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.FileFailure;

/**
 * The operations of another program in the format of the harness, made once by {@link #convert}.
 * For one thread.
 *
 * <p>All numbers are big-endian.
 *
 * <pre>
 * header
 *    0  8  "PMYTRC01"
 *    8 64  the components of {@link TraceFacts}, 8 bytes each
 * operation
 *    0  8  number of its key &lt;&lt; 4 | 8 if the trace makes the key | number of the {@link Call}
 *    8  4  bytes of its value; 0 if unknown
 *   12  8  nanoseconds from the first operation to its start
 * </pre>
 */
public final class TraceFile implements AutoCloseable {
  /**
   * An operation.
   *
   * @param number of its key, among the keys that the trace made, or among the others. That of a
   *     key never seen before says nothing
   * @param isBorn whether the trace made its key; otherwise the record existed before
   * @param bytes of its value; 0 if unknown
   * @param nanos from the first operation to its start
   */
  public record Entry(Call call, long number, boolean isBorn, int bytes, long nanos) {}

  private static final long MAGIC = 0x504D595452433031L;
  private static final int HEADER = Long.BYTES * (1 + TraceFacts.COUNT);
  private static final int OPERATION = 2 * Long.BYTES + Integer.BYTES;
  private static final int BORN = 8;
  private static final int KEY_SHIFT = 4;
  private static final long SECOND = 1_000_000_000;
  private static final Call[] CALLS = Call.values();

  private final Path file;
  private final DataInputStream in;
  private final TraceFacts facts;
  private long left;

  /**
   * @throws ConfigurationException if it is no such file, or not whole
   */
  public TraceFile(Path file) {
    this.file = file;
    try {
      in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16));
      long size = Files.size(file);
      if (size < HEADER || in.readLong() != MAGIC) {
        close();
        throw new ConfigurationException(
            "%s: is no trace of pmem-ycsb; make one of it: pmem-ycsb convert %1$s NEW-FILE"
                .formatted(file));
      }
      long[] numbers = new long[TraceFacts.COUNT];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = in.readLong();
      }
      facts = TraceFacts.of(numbers);
      left = facts.operations();
      if (size != HEADER + left * OPERATION) {
        close();
        throw new ConfigurationException(file + ": the trace is not whole; convert it again");
      }
    } catch (IOException unreadable) {
      throw unreadable(unreadable);
    }
  }

  private ConfigurationException unreadable(IOException failure) {
    return new ConfigurationException(
        file + ": the trace cannot be read: " + FileFailure.describe(failure), failure);
  }

  public TraceFacts facts() {
    return facts;
  }

  /**
   * @throws ConfigurationException if it is no such file, or not whole
   */
  public static TraceFacts factsOf(Path file) {
    try (TraceFile trace = new TraceFile(file)) {
      return trace.facts;
    }
  }

  /** The next operation; null at the end. */
  public Entry next() {
    if (left == 0) {
      return null;
    }
    left--;
    try {
      long key = in.readLong();
      return new Entry(
          CALLS[(int) (key & BORN - 1)],
          key >>> KEY_SHIFT,
          (key & BORN) != 0,
          in.readInt(),
          in.readLong());
    } catch (IOException broken) {
      throw unreadable(broken);
    }
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException ignored) {
      // Nothing was written.
    }
  }

  /**
   * Makes a file of a trace that another program recorded. If timestamps are whole seconds, the
   * operations of a second are spread evenly over it.
   *
   * @param format of its lines; empty to find it by the first line
   * @param most number of operations after which the trace ends
   * @param out must not exist
   * @throws ConfigurationException if a line is wrong, or there is none; leaves no file then
   */
  public static TraceFacts convert(Path from, Optional<TraceFormat> format, long most, Path out) {
    Path part = Path.of(out + ".part");
    part.toFile().deleteOnExit(); // also after a signal
    try (RecordedTrace trace = new RecordedTrace(from, format, most);
        DataOutputStream data =
            new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(part), 1 << 16))) {
      data.write(new byte[HEADER]);
      List<Entry> second = new ArrayList<>();
      for (Entry next = trace.next(); next != null; ) {
        long time = next.nanos();
        boolean fine = trace.isFine();
        do {
          second.add(next);
          next = trace.next();
        } while (next != null && !fine && next.nanos() == time);
        for (int i = 0; i < second.size(); i++) {
          Entry each = second.get(i);
          data.writeLong(each.number << KEY_SHIFT | (each.isBorn ? BORN : 0) | each.call.ordinal());
          data.writeInt(each.bytes);
          data.writeLong(time - trace.first() + (fine ? 0 : SECOND * i / second.size()));
        }
        second.clear();
      }
      data.flush();
      TraceFacts facts = trace.facts();
      ByteBuffer header = ByteBuffer.allocate(HEADER).putLong(MAGIC);
      facts.numbers().values().forEach(header::putLong);
      try (FileChannel begin = FileChannel.open(part, StandardOpenOption.WRITE)) {
        begin.write(header.flip(), 0);
      }
      Files.move(part, out);
      return facts;
    } catch (FileAlreadyExistsException there) {
      throw new ConfigurationException(out + ": is there already; name another file", there);
    } catch (IOException failed) {
      throw new ConfigurationException("cannot write " + FileFailure.describe(failed), failed);
    } finally {
      part.toFile().delete();
    }
  }
}
