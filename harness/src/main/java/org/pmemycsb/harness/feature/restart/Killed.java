package org.pmemycsb.harness.feature.restart;

import java.time.Duration;
import org.pmemycsb.harness.host.workspace.ServerProcesses;
import org.pmemycsb.harness.measure.Feature.Live;
import org.pmemycsb.spi.DatabaseException;

/** Kills the server of a database, and starts it again. */
record Killed(Live live) {
  /** A store in the process of its clients has no server. */
  boolean hasServer() {
    return !live.database().livesInClient();
  }

  /** At periodic, the last moments before a kill may be lost. No record of them is asked for. */
  void awaitSafety() throws DatabaseException, InterruptedException {
    Thread.sleep(live.database().lossWindow().orElse(Duration.ZERO).toMillis());
  }

  void kill() throws DatabaseException, InterruptedException {
    if (hasServer()) {
      awaitSafety();
      live.servers().crash(live.database());
    }
  }

  /**
   * @return the seconds that it took; 0 without a server
   */
  double start() throws DatabaseException {
    if (!hasServer()) {
      return 0;
    }
    long nanos = ServerProcesses.restart(live.database());
    live.servers().watchTheLiving();
    return nanos / 1e9;
  }
}
