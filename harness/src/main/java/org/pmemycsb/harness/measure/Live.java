package org.pmemycsb.harness.measure;

import java.time.Duration;
import java.util.Optional;
import org.pmemycsb.harness.host.workspace.ServerProcesses;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;

/**
 * A database that is up.
 *
 * @param ours whether the harness started it
 * @param inClients whether it is in the process of its clients
 * @param servers the processes that its adapter started
 * @param reset empties the database, to which no client may be connected; absent if the harness
 *     cannot
 */
public record Live(
    DatabaseServer server,
    boolean ours,
    boolean inClients,
    ServerProcesses servers,
    Optional<Reset> reset) {
  @FunctionalInterface
  public interface Reset {
    void run() throws DatabaseException;
  }

  /** Empties the database; returns the failure, if any. */
  public Optional<String> empty() {
    try {
      reset.orElseThrow(() -> new DatabaseException("the database cannot be emptied")).run();
      servers.watchTheLiving(); // a reset may start the server again
      return Optional.empty();
    } catch (DatabaseException notEmpty) {
      return Optional.of(notEmpty.getMessage());
    }
  }

  /** A store in the process of its clients has no server. */
  public boolean hasServer() {
    return !server.livesInClient();
  }

  /** At periodic, the last moments before a kill may be lost. No record of them is asked for. */
  public void awaitSafety() throws DatabaseException, InterruptedException {
    Thread.sleep(server.lossWindow().orElse(Duration.ZERO).toMillis());
  }

  public void kill() throws DatabaseException, InterruptedException {
    if (hasServer()) {
      awaitSafety();
      servers.crash(server);
    }
  }

  /**
   * Starts the server again.
   *
   * @return the seconds that it took; 0 without a server
   */
  public double start() throws DatabaseException {
    if (!hasServer()) {
      return 0;
    }
    long nanos = ServerProcesses.restart(server);
    servers.watchTheLiving();
    return nanos / 1e9;
  }
}
