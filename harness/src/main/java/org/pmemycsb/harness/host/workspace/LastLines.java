package org.pmemycsb.harness.host.workspace;

import java.io.BufferedReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The end of a child's output, to say why it failed. Thread-safe. */
public final class LastLines {
  private static final int MOST = 60;
  // A process that the child started may hold its output open.
  private static final int END_SECONDS = 5;
  // A JVM that crashes prints each of these before the line that tells it.
  private static final String FRAME = "# Problematic frame:";
  private static final String REPORT = "# An error report file with more information is saved as:";
  private static final Pattern THROWN =
      Pattern.compile("(?:Exception in thread \".*?\" )?([\\w.$]*(?:Exception|Error)\\b.*)");

  private final Deque<String> lines = new ArrayDeque<>();
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final Consumer<String> also;

  public LastLines() {
    this(line -> {});
  }

  /**
   * @param also hears each line, too
   */
  public LastLines(Consumer<String> also) {
    this.also = also;
  }

  public void accept(String line) {
    also.accept(line);
    synchronized (lines) {
      lines.addLast(line);
      if (lines.size() > MOST) {
        lines.removeFirst();
      }
    }
  }

  /** Reads a child's output to its end, in a thread of its own. */
  public void read(String thread, BufferedReader output) {
    Conversation.readLines(thread, output, this::accept, () -> end.complete(null));
  }

  /**
   * The crash of a JVM in native code, or the first exception among them, as {@code ": exception"},
   * or nothing. Only for a child that has ended: its last lines may still be under way, and are
   * waited for.
   */
  public String because() {
    end.completeOnTimeout(null, END_SECONDS, TimeUnit.SECONDS).join();
    synchronized (lines) {
      return because(List.copyOf(lines));
    }
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
