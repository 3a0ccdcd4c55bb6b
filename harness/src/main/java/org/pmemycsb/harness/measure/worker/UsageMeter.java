package org.pmemycsb.harness.measure.worker;

import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.host.ProcessUsage;
import org.pmemycsb.harness.measure.ClientFeature;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.Usage;

/**
 * Reads the resources that this process and the server's processes used during a phase. It reads
 * only when no operation is under way, so that it slows none of them. Not thread-safe.
 */
final class UsageMeter implements ClientFeature {
  private static final ProcessUsage NONE = new ProcessUsage(0, 0, 0, 0, 0, 0, 0);

  private final List<Long> self = List.of(ProcessHandle.current().pid());
  private final List<Long> servers;
  private Optional<ProcessUsage> client = Optional.of(NONE);
  private Optional<ProcessUsage> server;
  private Optional<ProcessUsage> clientBefore = Optional.empty();
  private Optional<ProcessUsage> serverBefore = Optional.empty();
  private Optional<ProcessUsage> atEnd = Optional.empty();
  private long endedNanos;
  private long betweenMillis;
  private long betweenNanos;

  UsageMeter(NextPhase phase) {
    servers = phase.servers();
    server = servers.isEmpty() ? Optional.empty() : Optional.of(NONE);
  }

  // The readings of the servers are outside of those of this process, which makes them.

  @Override
  public void begins() {
    serverBefore = ProcessUsage.now(servers);
    clientBefore = ProcessUsage.now(self);
    Optional<ProcessUsage> now = together(clientBefore, serverBefore);
    if (atEnd.isPresent() && now.isPresent()) {
      ProcessUsage used = now.get().since(atEnd.get());
      betweenMillis += used.userMillis() + used.systemMillis();
      betweenNanos += System.nanoTime() - endedNanos;
    }
  }

  @Override
  public void ended() {
    Optional<ProcessUsage> clientNow = ProcessUsage.now(self);
    Optional<ProcessUsage> serverNow = ProcessUsage.now(servers);
    client = added(client, clientBefore, clientNow);
    server = added(server, serverBefore, serverNow);
    atEnd = together(clientNow, serverNow);
    endedNanos = System.nanoTime();
  }

  private static Optional<ProcessUsage> together(
      Optional<ProcessUsage> client, Optional<ProcessUsage> server) {
    return client.flatMap(own -> server.map(own::plus));
  }

  private static Optional<ProcessUsage> added(
      Optional<ProcessUsage> sum, Optional<ProcessUsage> before, Optional<ProcessUsage> after) {
    return sum.flatMap(
        soFar -> before.flatMap(from -> after.map(until -> soFar.and(until.since(from)))));
  }

  /** Without figures where the kernel does not tell. */
  @Override
  public Measurement.Resources figures(Measurement.Resources others, long operations) {
    Double between = betweenNanos == 0 ? null : Double.valueOf(1e6 * betweenMillis / betweenNanos);
    return others.with(
        client
            .map(known -> new Usage(operations, known, server.orElse(null), between))
            .orElse(null));
  }
}
