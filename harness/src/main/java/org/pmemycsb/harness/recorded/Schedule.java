package org.pmemycsb.harness.recorded;

import java.nio.file.Path;
import java.util.Optional;

/**
 * When the operations of a trace are to begin, in nanoseconds after the first. Operations within
 * one second of a trace whose timestamps are whole seconds begin at equal distances within it.
 *
 * <p>It reads the file once more, ahead of the trace by the operations of one timestamp.
 */
public final class Schedule implements AutoCloseable {
  private static final long SECOND = 1_000_000_000;

  private final Lines lines;
  private final double speed;
  private Line ahead;
  private long start = -1;
  private long time;
  private boolean fine;
  private long count;
  private long given;

  /**
   * @param speed by how much the times shrink
   */
  public Schedule(Path file, Optional<TraceFormat> format, double speed) {
    lines = new Lines(file, format);
    this.speed = speed;
    ahead = lines.next();
  }

  /** The time of the next operation; there must be one. */
  public long next() {
    if (given == count) {
      time = ahead.nanos;
      fine = ahead.fine;
      start = start < 0 ? time : start;
      given = 0;
      for (count = 0; ahead != null && ahead.nanos == time; ahead = lines.next()) {
        count++;
      }
      if (ahead != null && ahead.nanos < time) {
        throw lines.wrong(
            "its timestamp is before that of the line above, and speed needs them in order");
      }
    }
    double within = fine ? 0 : (double) SECOND * given / count;
    given++;
    return (long) ((time - start + within) / speed);
  }

  @Override
  public void close() {
    lines.close();
  }
}
