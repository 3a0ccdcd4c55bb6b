package org.pmemycsb.adapter.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.pmemycsb.spi.DatabaseException;

/** Asks installed programs for their versions and options. */
public final class Programs {
  private static final int SECONDS = 10;

  private Programs() {}

  /**
   * The output of a program that is asked one question.
   *
   * @param question an argument such as {@code --version}, whose answer is short
   * @throws DatabaseException if the program cannot be run or does not end
   */
  public static String output(Path program, String question) throws DatabaseException {
    return output(new ProcessBuilder(program.toString(), question));
  }

  /** The output of a prepared command; else as {@link #output(Path, String)}. */
  public static String output(ProcessBuilder builder) throws DatabaseException {
    List<String> command = builder.command();
    try {
      Process asked = builder.redirectErrorStream(true).start();
      try {
        asked.getOutputStream().close();
        // The answer fits into the pipe, so the program does not wait for a reader.
        if (!asked.waitFor(SECONDS, TimeUnit.SECONDS)) {
          throw new DatabaseException(String.join(" ", command) + " does not end");
        }
        return new String(asked.getInputStream().readAllBytes(), UTF_8);
      } finally {
        asked.destroyForcibly();
      }
    } catch (IOException broken) {
      throw new DatabaseException(
          "cannot run " + command.get(0) + ": " + broken.getMessage(), broken);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      throw new DatabaseException("interrupted while " + command.get(0) + " ran", hurried);
    }
  }
}
