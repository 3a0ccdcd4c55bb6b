package org.pmemycsb.harness.run;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.Binding;
import org.pmemycsb.harness.host.ProcessStatus;
import org.pmemycsb.harness.result.SeenPlacement;
import org.pmemycsb.spi.ProcessStarter;

/**
 * Starts the processes of one run where its layout puts them, and asks the kernel whether they are
 * there. Without a layout it only starts them.
 *
 * <p>The servers are started first. {@link #opened} says which processors the clients get: those of
 * the clients, or all where there is no server. Thread-safe as far as the starter is.
 */
final class BoundProcesses {
  private static final long PAUSE_MILLIS = 2;

  private final Optional<Placements.Layout> layout;
  private final ProcessStarter starter;
  private final String database;
  private final Duration patience;
  private final Queue<Process> servers = new ConcurrentLinkedQueue<>();
  private final Queue<Process> clientProcesses = new ConcurrentLinkedQueue<>();
  private Optional<Binding> clients = Optional.empty();

  /**
   * @param database for messages
   */
  BoundProcesses(Optional<Placements.Layout> layout, ProcessStarter starter, String database) {
    this(layout, starter, database, Duration.ofSeconds(10));
  }

  /**
   * @param patience how long a process that was just started may be elsewhere
   */
  BoundProcesses(
      Optional<Placements.Layout> layout,
      ProcessStarter starter,
      String database,
      Duration patience) {
    this.layout = layout;
    this.starter = starter;
    this.database = database;
    this.patience = patience;
  }

  Process startServer(ProcessBuilder command) throws IOException {
    Process process = start(command, layout.map(Placements.Layout::servers));
    servers.add(process);
    return process;
  }

  /**
   * The database is up.
   *
   * @param ours whether the harness started its servers, if it has any
   * @return where the processes of the run are; null without a layout
   * @throws ConfigurationException if a server is not where it was put
   */
  SeenPlacement opened(boolean ours) throws IOException {
    if (layout.isEmpty()) {
      return null;
    }
    servers.removeIf(process -> !process.isAlive());
    for (Process server : servers) {
      refuseElsewhere(server, layout.get().servers(), "a server");
    }
    boolean alone = ours && servers.isEmpty();
    Binding client = alone ? layout.get().all() : layout.get().clients();
    clients = Optional.of(client);
    return new SeenPlacement(
        client.processors().toString(),
        alone
            ? null
            : ours ? layout.get().servers().processors().toString() : SeenPlacement.NOT_OURS,
        client.node().isPresent() ? client.node().getAsInt() : null);
  }

  /**
   * Starts a process in which clients work. Returns when it is on its processors.
   *
   * @throws ConfigurationException if it is not where it was put; it is killed then
   */
  Process startClients(ProcessBuilder command) throws IOException {
    Process process = start(command, clients);
    clientProcesses.add(process);
    if (clients.isPresent()) {
      refuseElsewhere(process, clients.get(), "the clients' process");
    }
    return process;
  }

  /** The processes of servers and clients that run. */
  List<ProcessHandle> running() {
    return Stream.concat(servers.stream(), clientProcesses.stream())
        .filter(Process::isAlive)
        .map(Process::toHandle)
        .toList();
  }

  private Process start(ProcessBuilder command, Optional<Binding> binding) throws IOException {
    binding.ifPresent(bound -> command.command(bound.command(command.command())));
    return starter.start(command);
  }

  /** Waits until a process and those that it started are where they belong. */
  private void refuseElsewhere(Process process, Binding binding, String role) throws IOException {
    long end = System.nanoTime() + patience.toNanos();
    Optional<String> difference = difference(process, binding);
    while (difference.isPresent() && System.nanoTime() < end) {
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException hurried) {
        Thread.currentThread().interrupt();
        throw (IOException) new InterruptedIOException("interrupted").initCause(hurried);
      }
      difference = difference(process, binding);
    }
    if (difference.isPresent()) {
      process.destroyForcibly();
      throw new ConfigurationException(
          ("placement: the kernel has %s of %s on %s; look for a program that moves processes, or"
                  + " leave out the placement")
              .formatted(role, database, difference.get()));
    }
  }

  private static Optional<String> difference(Process process, Binding binding) {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants())
        .flatMap(each -> ProcessStatus.difference(binding, each.pid()).stream())
        .findFirst();
  }
}
