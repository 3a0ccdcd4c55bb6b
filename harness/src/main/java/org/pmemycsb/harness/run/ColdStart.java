package org.pmemycsb.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.host.PageCache;
import org.pmemycsb.harness.result.Cold;
import org.pmemycsb.harness.workspace.ServerProcesses;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;

/**
 * Makes a database cold: kills its server, empties the page cache of its files, and starts the
 * server again. A store in the process of its clients has no server. It is closed between phases.
 *
 * @param onDisks the folders of its files that have a page cache
 */
record ColdStart(List<Path> onDisks) {
  /**
   * @return the files before the server was started again; empty if none has a page cache
   * @throws DatabaseException if the server does not come back, or the files stay in the page cache
   */
  Optional<Cold> make(DatabaseServer server, ServerProcesses servers)
      throws DatabaseException, IOException, InterruptedException {
    boolean restarts = !server.livesInClient();
    if (restarts) {
      Thread.sleep(server.lossWindow().orElse(Duration.ZERO).toMillis());
      servers.crash(server);
    }
    Optional<Cold> files = Optional.empty();
    if (!onDisks.isEmpty()) {
      PageCache.Held dropped = PageCache.drop(onDisks);
      files = Optional.of(new Cold(dropped.bytes(), dropped.cached()));
      if (files.get().warm()) {
        throw new DatabaseException(
            "%,d of %,d bytes of its files are still in the page cache"
                .formatted(dropped.cached(), dropped.bytes()));
      }
    }
    if (restarts) {
      ServerProcesses.restart(server);
      servers.watchTheLiving();
    }
    return files;
  }
}
