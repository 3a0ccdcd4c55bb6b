package org.pmemycsb.harness.plan.recorded;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.FileFailure;
import org.pmemycsb.harness.plan.recorded.TraceFormat.Line;
import org.pmemycsb.harness.plan.recorded.TraceFormat.Line.Verb;

/**
 * The operations of a recorded trace, in their order, with a number for each key.
 *
 * <p>Traces are recorded while a cache works. So a key whose first operation is no {@code set} or
 * {@code add} belongs to a record that existed before, unless that operation missed. Such keys are
 * numbered from 0, in the order of the trace. Keys that the trace makes are numbered from 0
 * separately.
 *
 * <p>Keys do not expire: the time to live is ignored. A read that missed because its record had
 * left the cache is a hit.
 */
final class RecordedTrace implements AutoCloseable {
  // Bits beside the number of a key in the table.
  private static final int PRESENT = 1;
  private static final int BORN = 2;
  private static final int NUMBER_SHIFT = 2;

  // The longest value and the rest of its line.
  private static final int LONGEST = TraceFormat.MOST_BYTES + (1 << 18);

  private final Path file;
  private final Reader in;
  private final TraceFormat format;
  // Two keys with the same 64-bit hash count as one. Among 10^9 keys, any such pair has 3 %.
  private final Long2LongOpenHashMap keys = new Long2LongOpenHashMap();
  private final long most;
  private long count;
  private long older;
  private long born;
  private long inserts;
  private long deletes;
  private long hitsForMisses;
  private long sized;
  private double bytes;
  private int longest = 1;
  private long first;
  private long last;
  private boolean inOrder = true;
  private boolean fine;
  private String text = "";
  private long number;
  private boolean unread;
  private boolean ended;

  RecordedTrace(Path file, Optional<TraceFormat> named, long most) {
    this.most = most;
    keys.defaultReturnValue(-1);
    this.file = file;
    try {
      in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1);
    } catch (IOException missing) {
      throw new ConfigurationException(
          "the trace cannot be opened: " + new FileFailure(file, missing).getMessage(), missing);
    }
    try {
      unread = advance();
      if (!unread) {
        throw new ConfigurationException(file + ": the trace is empty");
      }
      format = named.orElseGet(() -> TraceFormat.of(file.toString(), text));
    } catch (ConfigurationException wrong) {
      close();
      throw wrong;
    }
  }

  TraceFile.Entry next() {
    Line line = count < most ? line() : null;
    if (line == null) {
      return null;
    }
    count++;
    fine = line.fine();
    long before = keys.get(line.key());
    hitsForMisses += line.missed() && before >= 0 && (before & PRESENT) != 0 ? 1 : 0;
    if (before < 0 && line.missed()) {
      // The key may become a record later, so it has no number yet.
      return entry(Call.MISS, (line.key() >>> 1) % Math.max(1, older) << NUMBER_SHIFT, line);
    }
    if (before < 0) {
      boolean makes = line.verb() == Verb.SET || line.verb() == Verb.ADD;
      before = makes ? born++ << NUMBER_SHIFT | BORN : older++ << NUMBER_SHIFT | PRESENT;
      keys.put(line.key(), before);
    }
    Call call = call(line.verb(), (before & PRESENT) != 0);
    long after =
        switch (call) {
          case INSERT, ADD -> before | PRESENT;
          case DELETE -> before & ~PRESENT;
          default -> before;
        };
    if (after != before) {
      keys.put(line.key(), after);
    }
    return entry(call, before, line);
  }

  private TraceFile.Entry entry(Call call, long key, Line line) {
    first = count == 1 ? line.nanos() : first;
    inOrder &= count == 1 || line.nanos() >= last;
    last = line.nanos();
    inserts += call == Call.INSERT || call == Call.ADD ? 1 : 0;
    deletes += call == Call.DELETE ? 1 : 0;
    sized += line.bytes() > 0 ? 1 : 0;
    bytes += line.bytes();
    longest = Math.max(longest, line.bytes());
    return new TraceFile.Entry(
        call, key >>> NUMBER_SHIFT, (key & BORN) != 0, line.bytes(), line.nanos());
  }

  private static Call call(Verb verb, boolean present) {
    return switch (verb) {
      case SET -> present ? Call.UPDATE : Call.INSERT;
      case ADD -> present ? Call.READ : Call.ADD;
      case GET -> present ? Call.READ : Call.MISS;
      case REPLACE -> present ? Call.UPDATE : Call.MISS;
      case MODIFY -> present ? Call.MODIFY : Call.MISS;
      case DELETE -> present ? Call.DELETE : Call.MISS;
    };
  }

  /** Whether the timestamp is finer than a second, or unknown. */
  boolean isFine() {
    return fine;
  }

  long first() {
    return first;
  }

  TraceFacts facts() {
    if (count == 0) {
      throw new ConfigurationException(file + ": the trace has no operations");
    }
    return new TraceFacts(
        count,
        older,
        inserts,
        deletes,
        sized == 0 ? 1 : (int) Math.max(1, Math.ceil(bytes / sized)),
        longest,
        inOrder ? last - first : 0,
        hitsForMisses);
  }

  private Line line() {
    while (unread || advance()) {
      unread = false;
      try {
        Line line = format.read(text);
        if (line != null && !ended && format == TraceFormat.YCSB) {
          // YCSB ends each line. A shorter key or value would be another operation.
          throw wrong("it is cut off, because its end of line is missing");
        }
        if (line != null) {
          return line;
        }
      } catch (IllegalArgumentException wrong) {
        throw wrong(wrong.getMessage());
      }
    }
    return null;
  }

  private ConfigurationException wrong(String what) {
    return new ConfigurationException(
        "%s: line %d: %s; mend the line, or leave it out".formatted(file, number, what));
  }

  /** Goes to the next line; false at the end of the file. */
  private boolean advance() {
    StringBuilder line = new StringBuilder();
    number++;
    try {
      int sign = in.read();
      for (; sign >= 0 && sign != '\n'; sign = in.read()) {
        if (line.length() == LONGEST) {
          throw wrong("it is longer than %d MiB".formatted(LONGEST >> 20));
        }
        line.append((char) sign);
      }
      ended = sign >= 0;
    } catch (IOException broken) {
      throw new ConfigurationException(
          file + ": the trace cannot be read: " + broken.getMessage(), broken);
    }
    boolean found = ended || !line.isEmpty();
    if (!line.isEmpty() && line.charAt(line.length() - 1) == '\r') {
      line.setLength(line.length() - 1);
    }
    text = line.toString();
    return found;
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException ignored) {
      // Nothing was written.
    }
  }
}
