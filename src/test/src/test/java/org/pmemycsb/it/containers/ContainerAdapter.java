package org.pmemycsb.it.containers;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.function.Function;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Restartable;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;
import site.ycsb.DB;

/**
 * An adapter in external mode: each database that it opens is a container of its own, to which the
 * adapter under test attaches by URL. A kill is the container's.
 */
final class ContainerAdapter implements DatabaseAdapter {
  private static final int ATTEMPTS = 100;
  private static final long PAUSE_MILLIS = 200;

  private final DatabaseAdapter adapter;
  private final Function<Durability, Server> servers;

  ContainerAdapter(DatabaseAdapter adapter, Function<Durability, Server> servers) {
    this.adapter = adapter;
    this.servers = servers;
  }

  DatabaseAdapter adapter() {
    return adapter;
  }

  @Override
  public String name() {
    return adapter.name();
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    return Availability.yes("in a container");
  }

  @Override
  public Traits traits(Map<String, String> options) {
    return adapter.traits(options).with(Trait.ATTACHES);
  }

  @Override
  public Class<? extends DB> client() {
    return adapter.client();
  }

  @Override
  public DatabaseServer open(ServerSettings settings) throws DatabaseException {
    Server container = servers.apply(settings.durability());
    try {
      return new Opened(container, attach(settings, container));
    } catch (DatabaseException failure) {
      container.close();
      throw failure;
    }
  }

  private DatabaseServer attach(ServerSettings settings, Server container)
      throws DatabaseException {
    // Published ports take connections before the server behind them does.
    for (int attempt = 1; ; attempt++) {
      try {
        return adapter.open(
            new ServerSettings(
                settings.folder(),
                settings.medium(),
                settings.durability(),
                settings.layout(),
                settings.scans(),
                settings.threads(),
                Optional.of(new ExternalServer(container.url(), false)),
                settings.host(),
                settings.processes(),
                Map.of()));
      } catch (DatabaseException notYet) {
        if (attempt == ATTEMPTS) {
          throw notYet;
        }
        sleep();
      }
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException hurried) {
      throw new AssertionError(hurried);
    }
  }

  /** What the adapter attached to, and the container that it is in. */
  private record Opened(Server container, DatabaseServer attached) implements Restartable {
    @Override
    public Properties clientProperties() {
      return attached.clientProperties();
    }

    @Override
    public Map<String, String> clientEnvironment() {
      return attached.clientEnvironment();
    }

    @Override
    public void reset() throws DatabaseException {
      attached.reset();
    }

    @Override
    public String version() throws DatabaseException {
      return attached.version();
    }

    @Override
    public Optional<String> standIn() throws DatabaseException {
      return attached.standIn();
    }

    @Override
    public Durability effectiveDurability() throws DatabaseException {
      if (attached.statesDurability()) {
        return attached.effectiveDurability();
      }
      // FerretDB 1 does not say; the PostgreSQL beside it in the container does.
      return container
              .run("psql", "-h", "/tmp", "-U", "ferretdb", "-tAc", "SHOW synchronous_commit")
              .equals("on")
          ? Durability.COMMIT
          : Durability.PERIODIC;
    }

    @Override
    public Optional<Duration> lossWindow() throws DatabaseException {
      if (attached.statesDurability()) {
        return attached.lossWindow();
      }
      // Three times wal_writer_delay of the PostgreSQL beside FerretDB 1.
      return effectiveDurability() == Durability.PERIODIC
          ? Optional.of(Duration.ofMillis(600))
          : Optional.empty();
    }

    @Override
    public Map<String, String> configuration() {
      return attached.configuration();
    }

    @Override
    public OptionalLong recordCount() throws DatabaseException {
      return attached.recordCount();
    }

    @Override
    public Map<String, Long> statistics() throws DatabaseException {
      return attached.statistics();
    }

    @Override
    public void crash() {
      container.kill();
    }

    @Override
    public void restart() throws DatabaseException {
      container.startAgain();
      // Up as soon as it says anything of itself again.
      for (int attempt = 1; ; attempt++) {
        try {
          attached.version();
          return;
        } catch (DatabaseException notYet) {
          if (attempt == ATTEMPTS) {
            throw notYet;
          }
          sleep();
        }
      }
    }

    @Override
    public void close() throws DatabaseException {
      try (container) {
        // Nothing can be given back to a server that was killed.
        if (container.isUp()) {
          attached.close();
        }
      }
    }
  }
}
