package org.pmemycsb.adapter.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The output of a server's programs.
 *
 * @param file the file that they append to
 * @param from the position of the first byte to read
 */
public record ServerLog(Path file, long from) {
  private static final int LAST_LINES = 3;
  private static final String NOTHING = "it printed nothing";

  public ServerLog(Path file) {
    this(file, 0);
  }

  /** The part that programs will append from now on. */
  public static ServerLog fromNow(Path file) {
    return new ServerLog(file, file.toFile().length());
  }

  /** The text; empty if the file cannot be read. */
  public String text() {
    try {
      byte[] bytes = Files.readAllBytes(file);
      int start = (int) Math.min(from, bytes.length);
      return new String(bytes, start, bytes.length - start, UTF_8);
    } catch (IOException unreadable) {
      return "";
    }
  }

  /** The lines that are not blank. */
  public List<String> lines() {
    return text().lines().filter(line -> !line.isBlank()).map(String::strip).toList();
  }

  /** The first severe line, or else the last line, without its time. */
  public String reason(Pattern severe, Pattern time) {
    List<String> lines = lines();
    return lines.stream()
        .filter(line -> severe.matcher(line).find())
        .findFirst()
        .or(() -> lines.stream().reduce((before, line) -> line))
        .map(line -> time.matcher(line).replaceFirst("").strip())
        .orElse(NOTHING);
  }

  /** The last lines, joined into one. */
  public String end() {
    List<String> lines = lines();
    return lines.isEmpty()
        ? NOTHING
        : String.join(" / ", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
  }
}
