package org.pmemycsb.adapter.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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

  /**
   * The version in a product's description of itself.
   *
   * @param what it is, in a message
   * @param version finds it; the numbers that count are its first groups
   * @param oldest these numbers of the oldest version that can take part
   * @throws DatabaseException if it is another product, or an older version
   */
  public static String version(
      Object what, String product, String stated, Pattern version, int... oldest)
      throws DatabaseException {
    Matcher found = version.matcher(stated);
    if (!found.find()) {
      throw new DatabaseException(what + " is no " + product + ": " + stated.strip());
    }
    int[] numbers =
        IntStream.rangeClosed(1, oldest.length)
            .map(group -> Integer.parseInt(found.group(group)))
            .toArray();
    if (Arrays.compare(numbers, oldest) < 0) {
      throw new DatabaseException(
          "%s is %s %s; it must be %s or newer"
              .formatted(
                  what,
                  product,
                  found.group(),
                  IntStream.of(oldest)
                      .mapToObj(Integer::toString)
                      .collect(Collectors.joining("."))));
    }
    return found.group();
  }
}
