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
 * in the log's folder, which must be ours alone: this process opens the log.
 *
 * @param product the server's name in messages
 * @param starter keeps account of the processes
 * @param account the user that the programs run as
 * @param log an absolute path
 * @param environment changes the inherited environment variables. Those of the dynamic linker are
 *     set behind the change of the user
 */
public record Launcher(
    String product,
    ProcessStarter starter,
    Account account,
    Path log,
    Consumer<Map<String, String>> environment) {

  /** Starts programs with further environment variables. */
  public Launcher(
      String product,
      ProcessStarter starter,
      Account account,
      Path log,
      Map<String, String> environment) {
    this(product, starter, account, log, inherited -> inherited.putAll(environment));
  }

  /**
   * @throws DatabaseException if the system refuses
   */
  public Process start(List<String> command) throws DatabaseException {
    ProcessBuilder builder =
        new ProcessBuilder()
            .directory(log.getParent().toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    Map<String, String> inherited = Map.copyOf(builder.environment());
    environment.accept(builder.environment());
    Map<String, String> linker = Variables.takeLinker(builder.environment(), inherited);
    builder.command(account.command(Variables.before(linker, command)));
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
