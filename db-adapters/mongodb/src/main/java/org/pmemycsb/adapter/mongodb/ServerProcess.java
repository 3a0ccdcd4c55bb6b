package org.pmemycsb.adapter.mongodb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ProcessStarter;

/** A server program that can be started, killed and started again. Not thread-safe. */
final class ServerProcess {
  private static final int START_SECONDS = 120;
  private static final int STOP_SECONDS = 20;

  private final String product;
  private final ProcessStarter starter;
  private final List<String> command;
  private final Map<String, String> environment;
  private final Path log;
  private Process process;

  ServerProcess(
      String product,
      ProcessStarter starter,
      List<String> command,
      Map<String, String> environment,
      Path log) {
    this.product = product;
    this.starter = starter;
    this.command = List.copyOf(command);
    this.environment = Map.copyOf(environment);
    this.log = log;
  }

  static int freePort() throws DatabaseException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException none) {
      throw new DatabaseException("no free port: " + none.getMessage(), none);
    }
  }

  /** Starts it, and waits until it answers. */
  void start(BooleanSupplier answers) throws DatabaseException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(log.getParent().toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    try {
      process = starter.start(builder);
    } catch (IOException refused) {
      throw new DatabaseException("cannot start " + product + ": " + refused.getMessage(), refused);
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    try {
      while (!answers.getAsBoolean()) {
        if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
          throw new DatabaseException(product + " ended while it started: " + lastWords());
        }
        if (System.nanoTime() > deadline) {
          throw new DatabaseException(
              product + " did not answer within " + START_SECONDS + " s: " + lastWords());
        }
      }
      // It may be another's answer that we got, if another took the port.
      if (process.waitFor(50, TimeUnit.MILLISECONDS)) {
        throw new DatabaseException(product + " ended while it started: " + lastWords());
      }
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      throw new DatabaseException("interrupted while " + product + " started", hurried);
    }
  }

  private String lastWords() {
    try {
      return new String(Files.readAllBytes(log), UTF_8)
          .lines()
          .filter(line -> !line.isBlank())
          .reduce((before, line) -> line)
          .orElse("it printed nothing")
          .strip();
    } catch (IOException unreadable) {
      return "it printed nothing";
    }
  }

  void kill() {
    if (process != null) {
      process.destroyForcibly().onExit().join();
    }
  }

  /** Asks it to stop, and kills it when it does not. */
  void stop() {
    if (process == null) {
      return;
    }
    process.destroy();
    process
        .onExit()
        .orTimeout(STOP_SECONDS, TimeUnit.SECONDS)
        .exceptionally(late -> process)
        .join();
    kill();
  }
}
