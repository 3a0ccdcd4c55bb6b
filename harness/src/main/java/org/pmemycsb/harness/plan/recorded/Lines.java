package org.pmemycsb.harness.plan.recorded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;

/** The operations of a file, line by line; only one line is in memory. */
final class Lines implements AutoCloseable {
  private static final int BUFFER = 1 << 18;
  // The longest value and the rest of its line.
  private static final int LONGEST = TraceFormat.MOST_BYTES + BUFFER;

  private final Path file;
  private final InputStream in;
  private final TraceFormat format;
  private final Line line = new Line();
  private byte[] buffer = new byte[BUFFER];
  private int from;
  private int to;
  private int next;
  private int read;
  private long number;
  private boolean again;
  private boolean ended;

  /**
   * @param named the format of the lines; empty to find it by the first line
   */
  Lines(Path file, Optional<TraceFormat> named) {
    this.file = file;
    try {
      in = Files.newInputStream(file);
    } catch (IOException missing) {
      throw new ConfigurationException(
          file
              + ": the trace cannot be opened: "
              + (Files.exists(file) ? missing.getMessage() : "there is no such file"),
          missing);
    }
    try {
      if (!advance()) {
        throw new ConfigurationException(file + ": the trace is empty");
      }
      format =
          named.orElseGet(
              () ->
                  TraceFormat.of(
                      file.toString(),
                      new String(buffer, from, to - from, StandardCharsets.ISO_8859_1)));
      again = true;
    } catch (ConfigurationException wrong) {
      close();
      throw wrong;
    }
  }

  /** The next operation, in a reused object; null at the end of the file. */
  Line next() {
    while (advance()) {
      try {
        if (format.read(buffer, from, to, line)) {
          if (!ended && format == TraceFormat.YCSB) {
            // YCSB ends each line. A shorter key or value would be another operation.
            throw wrong("it is cut off, because its end of line is missing");
          }
          return line;
        }
      } catch (IllegalArgumentException wrong) {
        throw wrong(wrong.getMessage());
      }
    }
    return null;
  }

  /** An exception that names the last line. */
  ConfigurationException wrong(String what) {
    return new ConfigurationException(
        "%s: line %d: %s; mend the line, or leave it out".formatted(file, number, what));
  }

  /** Goes to the next line; false at the end of the file. */
  private boolean advance() {
    if (again) {
      again = false;
      return true;
    }
    from = next;
    int at = from;
    while (true) {
      for (; at < read; at++) {
        if (buffer[at] == '\n') {
          return found(at, at + 1);
        }
      }
      int kept = read - from;
      System.arraycopy(buffer, from, buffer, 0, kept);
      from = 0;
      at = kept;
      if (kept == buffer.length) {
        if (kept > LONGEST) {
          number++;
          throw wrong("it is longer than %d MiB".formatted(LONGEST >> 20));
        }
        buffer = Arrays.copyOf(buffer, 2 * kept);
      }
      int more;
      try {
        more = in.read(buffer, kept, buffer.length - kept);
      } catch (IOException broken) {
        throw new ConfigurationException(
            file + ": the trace cannot be read: " + broken.getMessage(), broken);
      }
      read = kept + Math.max(0, more);
      if (more < 0) {
        return kept > 0 && found(read, read);
      }
    }
  }

  private boolean found(int end, int nextLine) {
    to = end > from && buffer[end - 1] == '\r' ? end - 1 : end;
    ended = nextLine > end;
    next = nextLine;
    number++;
    return true;
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
