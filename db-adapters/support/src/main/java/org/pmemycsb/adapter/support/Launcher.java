package org.pmemycsb.adapter.support;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ProcessStarter;

/**
 * Starts the programs of one server. They have no input, append their output to the log, and work
 * in the log's folder.
 *
 * @param product the server's name in messages
 * @param starter keeps account of the processes
 * @param account the user that the programs run as
 * @param log an absolute path
 * @param environment changes the inherited environment variables
 */
public record Launcher(
    String product,
    ProcessStarter starter,
    Account account,
    Path log,
    Consumer<Map<String, String>> environment) {

  /** Starts programs as the user of this process, with further environment variables. */
  public Launcher(
      String product, ProcessStarter starter, Path log, Map<String, String> environment) {
    this(product, starter, Account.OURS, log, inherited -> inherited.putAll(environment));
  }

  /**
   * @throws DatabaseException if the system refuses
   */
  public Process start(List<String> command) throws DatabaseException {
    ProcessBuilder builder =
        new ProcessBuilder(account.command(command))
            .directory(log.getParent().toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    environment.accept(builder.environment());
    try {
      return starter.start(builder);
    } catch (IOException refused) {
      throw new DatabaseException("cannot start " + product + ": " + refused.getMessage(), refused);
    }
  }

  /**
   * Runs a helper program to its end. No process of it is left behind.
   *
   * @return its exit status
   * @throws DatabaseException if it cannot be started or does not end in time
   */
  public int run(List<String> command, int seconds) throws DatabaseException {
    Process process = start(command);
    try {
      if (process.waitFor(seconds, TimeUnit.SECONDS)) {
        return process.exitValue();
      }
      throw new DatabaseException(command.get(0) + " did not end within " + seconds + " s");
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      throw new DatabaseException("interrupted while " + command.get(0) + " ran", hurried);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
