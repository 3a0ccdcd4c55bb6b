package org.pmemycsb.harness.worker;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.pmemycsb.harness.host.Energy;
import org.pmemycsb.harness.host.ProcessUsage;
import org.pmemycsb.harness.result.Usage;

/**
 * Reads the resources that this process and the server's processes used during the operations. It
 * reads only when no operation is under way, so that it slows none of them. Not thread-safe.
 */
final class UsageMeter {
  private static final ProcessUsage NONE = new ProcessUsage(0, 0, 0, 0, 0, 0, 0);

  private final List<Long> self = List.of(ProcessHandle.current().pid());
  private final Energy energy = Energy.find();
  private List<Long> servers = List.of();
  private Optional<ProcessUsage> client = Optional.of(NONE);
  private Optional<ProcessUsage> server = Optional.empty();
  private Optional<ProcessUsage> clientBefore = Optional.empty();
  private Optional<ProcessUsage> serverBefore = Optional.empty();
  private List<Long> energyBefore = List.of();
  private OptionalLong microjoules = OptionalLong.of(0);

  /** A phase comes, or another pass of the one before. A reset may have replaced the servers. */
  void comes(List<Long> serversNow, boolean again) {
    if (!again) {
      client = Optional.of(NONE);
      microjoules = OptionalLong.of(0);
      server = serversNow.isEmpty() ? Optional.empty() : Optional.of(NONE);
    }
    servers = serversNow;
  }

  // The readings of the servers are outside of those of this process, which makes them. Those of
  // the whole machine are next to the operations.

  void begins() {
    serverBefore = ProcessUsage.now(servers);
    clientBefore = ProcessUsage.now(self);
    energyBefore = energy.now();
  }

  void ended() {
    OptionalLong taken = energy.between(energyBefore, energy.now());
    microjoules =
        taken.isPresent() && microjoules.isPresent()
            ? OptionalLong.of(microjoules.getAsLong() + taken.getAsLong())
            : OptionalLong.empty();
    client = added(client, clientBefore, ProcessUsage.now(self));
    server = added(server, serverBefore, ProcessUsage.now(servers));
  }

  private static Optional<ProcessUsage> added(
      Optional<ProcessUsage> sum, Optional<ProcessUsage> before, Optional<ProcessUsage> after) {
    return sum.flatMap(
        soFar -> before.flatMap(from -> after.map(until -> soFar.and(until.since(from)))));
  }

  /** Null where the kernel does not tell. */
  Usage usage(long operations) {
    Long energyTaken = microjoules.isPresent() ? microjoules.getAsLong() : null;
    return client
        .map(known -> new Usage(operations, known, server.orElse(null), energyTaken))
        .orElse(null);
  }
}
