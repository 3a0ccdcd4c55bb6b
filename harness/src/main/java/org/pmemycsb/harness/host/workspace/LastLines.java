package org.pmemycsb.harness.host.workspace;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The end of what a child printed, to say why it failed. Thread-safe. */
final class LastLines implements Consumer<String> {
  private static final int MOST = 60;
  // A JVM that crashes prints each of these before the line that tells it.
  private static final String FRAME = "# Problematic frame:";
  private static final String REPORT = "# An error report file with more information is saved as:";
  private static final Pattern THROWN =
      Pattern.compile("(?:Exception in thread \".*?\" )?([\\w.$]*(?:Exception|Error)\\b.*)");

  private final Deque<String> lines = new ArrayDeque<>();

  @Override
  public synchronized void accept(String line) {
    lines.addLast(line);
    if (lines.size() > MOST) {
      lines.removeFirst();
    }
  }

  /**
   * The crash of a JVM in native code, or the first exception among them, as {@code ": exception"},
   * or nothing.
   */
  public synchronized String because() {
    return because(List.copyOf(lines));
  }

  static String because(List<String> lines) {
    return after(FRAME, lines)
        .map(frame -> ": its JVM crashed in " + frame)
        .map(crash -> crash + after(REPORT, lines).map(file -> ", see " + file).orElse(""))
        .or(
            () ->
                lines.stream()
                    .map(THROWN::matcher)
                    .filter(Matcher::matches)
                    .findFirst()
                    .map(thrown -> ": " + thrown.group(1)))
        .orElse("");
  }

  private static Optional<String> after(String heading, List<String> lines) {
    return lines.stream()
        .dropWhile(line -> !line.equals(heading))
        .skip(1)
        .findFirst()
        .map(line -> line.replaceFirst("^# ", "").replaceAll(" +", " "));
  }
}
