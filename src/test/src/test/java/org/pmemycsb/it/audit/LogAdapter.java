package org.pmemycsb.it.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;
import site.ycsb.DB;

/**
 * A store in the clients' process that keeps a log in a file, and recovers from it after a crash:
 * rightly, or with the fault that option {@code fault} names.
 */
public final class LogAdapter implements DatabaseAdapter {
  @Override
  public String name() {
    return "log";
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    return Availability.yes("for tests");
  }

  @Override
  public Traits traits(Map<String, String> options) {
    return Traits.of(Durability.PERIODIC, Durability.COMMIT).with(Trait.IN_PROCESS);
  }

  @Override
  public List<Option> options() {
    return List.of(Option.text("fault", "for tests"));
  }

  @Override
  public Class<? extends DB> client() {
    return LogClient.class;
  }

  @Override
  public DatabaseServer open(ServerSettings settings) throws DatabaseException {
    Path file = settings.folder().resolve("log");
    LogServer server =
        new LogServer(
            file, settings.options().getOrDefault("fault", "none"), settings.durability());
    server.reset();
    return server;
  }

  private record LogServer(Path file, String fault, Durability effectiveDurability)
      implements DatabaseServer {
    @Override
    public Properties clientProperties() {
      Properties properties = new Properties();
      properties.setProperty(LogClient.FILE, file.toString());
      properties.setProperty(LogClient.FAULT, fault);
      return properties;
    }

    @Override
    public void reset() throws DatabaseException {
      try {
        Files.deleteIfExists(file);
        Files.createFile(file);
      } catch (IOException failure) {
        throw new DatabaseException("cannot empty " + file, failure);
      }
    }

    @Override
    public String version() {
      return "log 1 (" + fault + ")";
    }

    @Override
    public Optional<Duration> lossWindow() {
      // So long that no test depends on how fast the machine is.
      return effectiveDurability == Durability.PERIODIC
          ? Optional.of(Duration.ofHours(1))
          : Optional.empty();
    }

    @Override
    public boolean livesInClient() {
      return true;
    }

    @Override
    public void close() {}
  }
}
