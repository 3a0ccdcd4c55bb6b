package org.pmemycsb.harness.worker;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;

/** Writes a worker's lines to the harness or the crew. Thread-safe. */
final class Replies {
  /** A line without a message, said every second: a JVM that is held up says nothing. */
  static final String ALIVE = "ALIVE";

  private static final String ANSWER = "ANSWER ";

  private final PrintStream out;

  Replies(PrintStream out) {
    this.out = out;
  }

  /** To the harness. */
  void reply(Messages.Reply reply) {
    line(Messages.REPLY, reply);
  }

  /** To a crew. */
  void answer(Object message) {
    line(ANSWER, message);
  }

  void line(String text) {
    out.println(text);
    out.flush();
  }

  private void line(String word, Object message) {
    try {
      line(word + Messages.JSON.writeValueAsString(message));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
