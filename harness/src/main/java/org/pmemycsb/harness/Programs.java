package org.pmemycsb.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.pmemycsb.spi.ProcessStarter;

/** Runs programs of this machine that may hang. Thread-safe. */
public final class Programs {
  private Programs() {}

  /**
   * A program that has ended.
   *
   * @param said all of its standard output
   */
  public record Ended(int status, String said) {}

  /**
   * Runs a program to its end, with an empty input.
   *
   * @throws IOException if it cannot be started
   * @throws TimeoutException if it does not end in this time. It is killed then; the message is for
   *     the user
   */
  public static Ended run(ProcessStarter starter, ProcessBuilder command, Duration patience)
      throws IOException, TimeoutException, InterruptedException {
    Process process = starter.start(command);
    try {
      process.getOutputStream().close();
      return BoundedCall.make(
          "program",
          patience,
          () -> {
            byte[] said = process.getInputStream().readAllBytes();
            return new Ended(process.waitFor(), new String(said, StandardCharsets.UTF_8));
          });
    } catch (TimeoutException late) {
      throw new TimeoutException(
          "%s did not end within %d s, so it was killed"
              .formatted(command.command().get(0), patience.toSeconds()));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
