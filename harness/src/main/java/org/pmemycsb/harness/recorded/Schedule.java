package org.pmemycsb.harness.recorded;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The intended starts of the operations of a trace, in nanoseconds after the first. If timestamps
 * are whole seconds, the operations of a second are spread evenly over it.
 *
 * <p>It reads the file a second time, one timestamp ahead of the trace.
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
   * @param speed factor by which times shrink
   */
  public Schedule(Path file, Optional<TraceFormat> format, double speed) {
    lines = new Lines(file, format);
    this.speed = speed;
    ahead = lines.next();
  }

  /** The start of the next operation, which must exist. */
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
