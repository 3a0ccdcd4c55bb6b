package org.pmemycsb.harness.measure.worker;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;

/**
 * Writes a worker's lines, as {@link org.pmemycsb.harness.measure.WorkerGroup} says. Thread-safe.
 */
final class Replies {
  /** A line without a message, said every second: a JVM that is held up says nothing. */
  static final String ALIVE = "ALIVE";

  /** The worker waits for the group: {@link Messages#GO} or another word answers. */
  static final String READY = "READY";

  /** The beginning of a line that has the operations finished so far. */
  static final String PROGRESS = "PROGRESS ";

  /** The beginning of a line that has the part of the run that begins. */
  static final String PART = "PART ";

  /** The beginning of the last line of a phase, which has a {@link Messages.Part}. */
  static final String ANSWER = "ANSWER ";

  private final PrintStream out;

  Replies(PrintStream out) {
    this.out = out;
  }

  void answer(Messages.Part part) {
    try {
      line(ANSWER + Messages.JSON.writeValueAsString(part));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  void line(String text) {
    out.println(text);
    out.flush();
  }
}
