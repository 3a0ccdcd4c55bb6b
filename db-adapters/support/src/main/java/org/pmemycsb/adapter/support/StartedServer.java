package org.pmemycsb.adapter.support;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Restartable;

/**
 * A server that is started for a run, and removed with its files. The steps of its life are here; a
 * product adds its files, its command and the way in which it says that it is ready. Only {@link
 * #crash} may be called while another thread is in a method.
 */
public interface StartedServer extends Restartable {
  ServerProcess process();

  /** Makes the files that no port changes. The folder of the data is there, and empty. */
  void prepare() throws IOException, DatabaseException;

  /**
   * Makes the files for a port, and the address for clients.
   *
   * @param port 0 for a server that has only a Unix socket
   */
  void configure(int port) throws IOException, DatabaseException;

  List<String> command();

  /** Environment variables of the server alone. */
  default Map<String, String> variables() {
    return Map.of();
  }

  /** Whether this process is ready, and not another one that took its port. */
  boolean isReady();

  /** Makes the database empty, and checks the server. Called once, when it is up. */
  default void begin() throws DatabaseException {
    reset();
  }

  /** Starts the process on the files that are there, and waits for it. */
  default void launch() throws DatabaseException {
    process().start(command(), variables(), this::isReady);
  }

  /** Starts a server. */
  static <S extends StartedServer> S start(S server, Ports ports) throws DatabaseException {
    ServerHome home = server.process().home();
    try {
      home.prepare();
      server.prepare();
      ports.use(
          port -> {
            server.configure(port);
            server.launch();
          });
      server.begin();
      return server;
    } catch (DatabaseException | RuntimeException failure) {
      server.close();
      throw failure;
    } catch (IOException failure) {
      server.close();
      throw new DatabaseException(
          "cannot prepare %s in %s: %s"
              .formatted(home.product(), home.folder(), failure.getMessage()),
          failure);
    }
  }

  @Override
  default void crash() throws DatabaseException {
    process().crash();
  }

  @Override
  default void restart() throws DatabaseException {
    launch();
  }

  @Override
  default void close() throws DatabaseException {
    process().stop();
    process().home().empty();
  }
}
