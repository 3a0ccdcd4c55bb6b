package org.pmemycsb.harness.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.pmemycsb.harness.host.PageCache;
import org.pmemycsb.harness.result.Cold;
import org.pmemycsb.harness.workspace.ServerProcesses;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Medium;

/**
 * Makes a database cold: kills its server, empties the page cache of its files, and starts the
 * server again. A store in the process of its clients has no server. It is closed between phases.
 *
 * @param folder of the database's files
 * @param medium of the folder
 */
record ColdStart(Path folder, Medium medium) {
  /**
   * Makes it cold.
   *
   * @return the files before the server was started again; empty on a medium without page cache
   * @throws DatabaseException if the server does not come back, or the files stay in the page cache
   */
  Optional<Cold> make(DatabaseServer server, ServerProcesses servers)
      throws DatabaseException, IOException, InterruptedException {
    boolean restarts = !server.livesInClient();
    if (restarts) {
      Thread.sleep(server.lossWindow().orElse(Duration.ZERO).toMillis());
      server.crash();
      servers.watchTheLiving();
    }
    Optional<Cold> files = Optional.empty();
    if (medium == Medium.DISK) {
      PageCache.Held dropped = PageCache.drop(folder);
      files = Optional.of(new Cold(dropped.bytes(), dropped.cached()));
      if (files.get().warm()) {
        throw new DatabaseException(
            "%,d of %,d bytes of its files are still in the page cache"
                .formatted(dropped.cached(), dropped.bytes()));
      }
    }
    if (restarts) {
      server.restart();
      servers.watchTheLiving();
    }
    return files;
  }
}
