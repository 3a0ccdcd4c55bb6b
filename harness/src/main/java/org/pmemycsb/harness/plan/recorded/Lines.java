package org.pmemycsb.harness.plan.recorded;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;

/** The operations of a file, line by line; only one line is in memory. */
final class Lines implements AutoCloseable {
  // The longest value and the rest of its line.
  private static final int LONGEST = TraceFormat.MOST_BYTES + (1 << 18);

  private final Path file;
  private final Reader in;
  private final TraceFormat format;
  private String text = "";
  private long number;
  private boolean unread;
  private boolean ended;

  /**
   * @param named the format of the lines; empty to find it by the first line
   */
  Lines(Path file, Optional<TraceFormat> named) {
    this.file = file;
    try {
      in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1);
    } catch (IOException missing) {
      throw new ConfigurationException(
          file
              + ": the trace cannot be opened: "
              + (Files.exists(file) ? missing.getMessage() : "there is no such file"),
          missing);
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

  /** The next operation; null at the end of the file. */
  Line next() {
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

  /** An exception that names the last line. */
  ConfigurationException wrong(String what) {
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
