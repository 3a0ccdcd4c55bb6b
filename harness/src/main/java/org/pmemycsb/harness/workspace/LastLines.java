package org.pmemycsb.harness.workspace;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** The end of what a child printed, to say why it failed. Thread-safe. */
public final class LastLines implements Consumer<String> {
  private static final int MOST = 60;
  private static final Pattern THROWN = Pattern.compile("^[\\w.$]+(Exception|Error)\\b.*");

  private final Deque<String> lines = new ArrayDeque<>();

  @Override
  public synchronized void accept(String line) {
    lines.addLast(line);
    if (lines.size() > MOST) {
      lines.removeFirst();
    }
  }

  /** The first exception among them, as {@code ": exception"}, or nothing. */
  public synchronized String because() {
    return because(List.copyOf(lines));
  }

  static String because(List<String> lines) {
    return lines.stream()
        .filter(line -> THROWN.matcher(line).matches())
        .findFirst()
        .map(line -> ": " + line)
        .orElse("");
  }
}
