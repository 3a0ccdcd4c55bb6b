package org.pmemycsb.harness.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import org.pmemycsb.harness.host.Terminal;
import org.pmemycsb.harness.recorded.TraceFacts;

/**
 * Shows how far the reading of a recorded trace is, if it takes long: on a terminal one line that
 * is written over and over, elsewhere a line from time to time. For one thread.
 */
final class ReadingProgress implements TraceFacts.Watch {
  private static final long FIRST_NANOS = 1_000_000_000L;
  private static final long NEXT_NANOS = 500_000_000L;
  private static final long NEXT_LINE_NANOS = 10_000_000_000L;
  private static final double MEBIBYTE = 1 << 20;

  private final PrintStream out;
  private final OptionalInt width;
  private final LongSupplier nanos;
  private Path current;
  private long began;
  private long next;
  private boolean written;

  /**
   * @param width of the terminal; empty if it is none
   */
  ReadingProgress(PrintStream out, OptionalInt width, LongSupplier nanos) {
    this.out = out;
    this.width = width;
    this.nanos = nanos;
  }

  /**
   * Shows all readings from now on, on standard error, until it is closed.
   *
   * @param quiet shows none
   */
  static ReadingProgress start(boolean quiet) {
    ReadingProgress shown =
        new ReadingProgress(System.err, Terminal.widthOfStandardError(), System::nanoTime);
    TraceFacts.watch(quiet ? null : shown);
    return shown;
  }

  @Override
  public void read(Path file, long bytes) {
    long now = nanos.getAsLong();
    if (!file.equals(current)) {
      current = file;
      began = now;
      next = now + FIRST_NANOS;
    }
    if (now < next) {
      return;
    }
    String line = line(file, bytes, file.toFile().length(), (now - began) / 1e9);
    if (width.isPresent()) {
      int room = width.getAsInt() - 1;
      line = line.substring(0, Math.min(room, line.length()));
      out.write('\r');
      out.print(line + " ".repeat(room - line.length()));
      out.flush();
      written = true;
      next = now + NEXT_NANOS;
    } else {
      out.println(line);
      next = now + NEXT_LINE_NANOS;
    }
  }

  /**
   * @param size of the file; 0 if it is not known
   */
  private static String line(Path file, long bytes, long size, double seconds) {
    String name = file.getFileName().toString();
    return size < bytes
        ? String.format(Locale.ROOT, "reading %s: %,.0f MiB", name, bytes / MEBIBYTE)
        : String.format(
            Locale.ROOT,
            "reading %s: %.0f %% of %,.0f MiB, %.0f s left",
            name,
            100.0 * bytes / size,
            size / MEBIBYTE,
            seconds * (size - bytes) / Math.max(1, bytes));
  }

  /** Ends the display, and takes its line off the terminal. */
  void close() {
    TraceFacts.watch(null);
    if (written) {
      out.write('\r');
      out.print(" ".repeat(width.getAsInt() - 1));
      out.write('\r');
      out.flush();
      written = false;
    }
  }
}
