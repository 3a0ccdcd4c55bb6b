package org.pmemycsb.adapter.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Reads what PostgreSQL's programs printed. */
final class ServerLog {
  // What is wrong with a configuration is said before the failure, and not in it.
  private static final Pattern SEVERE =
      Pattern.compile(
          "PANIC:|FATAL:|error:|ERROR:|invalid value for parameter"
              + "|unrecognized configuration parameter");
  private static final Pattern STAMP = Pattern.compile("^[-0-9]+ [:.0-9]+ \\w+ \\[\\d+] ");

  private ServerLog() {}

  /** The first line that tells of a failure, or else the last line. */
  static String reason(Path log) {
    List<String> lines = lines(log);
    return lines.stream()
        .filter(line -> SEVERE.matcher(line).find())
        .findFirst()
        .or(() -> lines.stream().reduce((before, line) -> line))
        .map(line -> STAMP.matcher(line).replaceFirst("").strip())
        .orElse("it printed nothing");
  }

  static boolean portTaken(Path log) {
    return lines(log).stream().anyMatch(line -> line.contains("Address already in use"));
  }

  /** All of it; nothing if it cannot be read. */
  static String text(Path log) {
    try {
      return new String(Files.readAllBytes(log), UTF_8);
    } catch (IOException unreadable) {
      return "";
    }
  }

  private static List<String> lines(Path log) {
    return text(log).lines().filter(line -> !line.isBlank()).toList();
  }
}
