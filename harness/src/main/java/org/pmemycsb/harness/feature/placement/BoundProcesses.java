package org.pmemycsb.harness.feature.placement;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.host.Binding;
import org.pmemycsb.harness.measure.Feature;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.SeenPlacement;

/**
 * Puts the processes of one run where its layout has them, and asks the kernel whether they are
 * there. Servers start first. Then {@link #opened} decides on the processors of the clients: their
 * own, or all where there is no server.
 */
final class BoundProcesses implements Feature {
  private static final long PAUSE_MILLIS = 2;

  private final Placements.Layout layout;
  private final String database;
  private final Duration patience;
  private Optional<Binding> clients = Optional.empty();
  private SeenPlacement seen;

  /**
   * @param database for messages
   * @param patience how long a process that was just started may be elsewhere
   */
  BoundProcesses(Placements.Layout layout, String database, Duration patience) {
    this.layout = layout;
    this.database = database;
    this.patience = patience;
  }

  @Override
  public void prepare(ProcessBuilder process, Role role) {
    (role == Role.SERVER ? Optional.of(layout.servers()) : clients)
        .ifPresent(bound -> process.command(bound.command(process.command())));
  }

  /**
   * @throws ConfigurationException if a process of clients is not where it was put; it is killed
   *     then
   */
  @Override
  public void started(Process process, Role role) throws IOException {
    if (role == Role.CLIENTS && clients.isPresent()) {
      refuseElsewhere(process, clients.get(), "the clients' process");
    }
  }

  /**
   * @throws ConfigurationException if a server is not where it was put
   */
  @Override
  public void opened(Live live) throws IOException {
    List<Process> servers = live.processes().running(Role.SERVER);
    for (Process server : servers) {
      refuseElsewhere(server, layout.servers(), "a server");
    }
    boolean alone = live.ours() && servers.isEmpty();
    Binding client = alone ? layout.all() : layout.clients();
    clients = Optional.of(client);
    seen =
        new SeenPlacement(
            client.processors().toString(),
            alone
                ? null
                : live.ours() ? layout.servers().processors().toString() : SeenPlacement.NOT_OURS,
            client.node().isPresent() ? client.node().getAsInt() : null);
  }

  @Override
  public PhaseResult after(PhaseResult phase) {
    return phase.with(new PhaseResult.Limits(seen, phase.limits().memoryLimitBytes()));
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
        .flatMap(each -> binding.difference(each.pid()).stream())
        .findFirst();
  }
}
