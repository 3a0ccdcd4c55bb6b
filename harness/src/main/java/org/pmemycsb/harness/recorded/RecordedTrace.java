package org.pmemycsb.harness.recorded;

import java.nio.file.Path;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.recorded.Line.Verb;

/**
 * The operations of a recorded trace, in their order, with a number for each key.
 *
 * <p>A key whose first operation is no {@code set} or {@code add} belongs to a record that was
 * there before: caches and stores are recorded while they work. These keys have the numbers from 0,
 * in the order in which the trace names them. The other keys, those that the trace {@linkplain
 * #isBorn() makes}, have numbers from 0 of their own.
 *
 * <p>Keys do not expire: the time to live of a trace is not heeded.
 */
public final class RecordedTrace implements AutoCloseable {
  // Of the number of a key in the table.
  private static final int PRESENT = 1;
  private static final int BORN = 2;
  private static final int NUMBER_SHIFT = 2;

  private final Lines lines;
  private final KeyTable keys = new KeyTable();
  private final long most;
  private long count;
  private long older;
  private long born;
  private Call call;
  private long key;
  private int bytes;
  private long nanos;

  /**
   * @param format the form of the lines; the first line says it if nobody does
   * @param most after so many operations, the trace is taken to be over
   * @throws ConfigurationException if the file cannot be read
   */
  public RecordedTrace(Path file, Optional<TraceFormat> format, long most) {
    this.lines = new Lines(file, format);
    this.most = most;
  }

  /**
   * Goes to the next operation.
   *
   * @return whether there is one
   * @throws ConfigurationException if its line is wrong
   */
  public boolean next() {
    Line line = count < most ? lines.next() : null;
    if (line == null) {
      return false;
    }
    count++;
    bytes = line.bytes;
    nanos = line.nanos;
    long slot = keys.slot(line.key);
    long before = keys.number(slot);
    if (before < 0) {
      boolean makes = line.verb == Verb.SET || line.verb == Verb.ADD;
      before = makes ? born++ << NUMBER_SHIFT | BORN : older++ << NUMBER_SHIFT | PRESENT;
      keys.put(slot, line.key, before);
      slot = keys.slot(line.key);
    }
    call = call(line.verb, (before & PRESENT) != 0);
    long after =
        switch (call) {
          case INSERT, ADD -> before | PRESENT;
          case DELETE -> before & ~PRESENT;
          default -> before;
        };
    if (after != before) {
      keys.put(slot, line.key, after);
    }
    key = before;
    return true;
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

  /** How many bytes of the file have been read. */
  long position() {
    return lines.position();
  }

  /** A refusal that names the line of the operation that is under way. */
  ConfigurationException wrong(String what) {
    return lines.wrong(what);
  }

  // Of the operation that is under way.

  public Call call() {
    return call;
  }

  /** The number of its key, see {@link #isBorn}. */
  public long number() {
    return key >>> NUMBER_SHIFT;
  }

  /** Whether the trace made its key; else its record was there before. */
  public boolean isBorn() {
    return (key & BORN) != 0;
  }

  /** Bytes of its value; 0 if the trace does not say it. */
  public int bytes() {
    return bytes;
  }

  /** When it was made, in nanoseconds; 0 if the trace does not say it. */
  public long nanos() {
    return nanos;
  }

  // Up to the operation that is under way.

  /** How many different keys belong to records that were there before. */
  long older() {
    return older;
  }

  /** How many keys the trace made. */
  long born() {
    return born;
  }

  @Override
  public void close() {
    lines.close();
  }
}
