package org.pmemycsb.it.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.pmemycsb.adapter.mongodb.MongoAdapter;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;
import site.ycsb.DB;

/**
 * The adapter of MongoDB on a server that runs. Each open database is a database of its own there,
 * {@code contract1} and so on, which is emptied.
 */
final class RunningMongo implements DatabaseAdapter {
  private final DatabaseAdapter adapter = new MongoAdapter();
  private final String url;
  private final Map<String, String> options;
  private final AtomicInteger opened = new AtomicInteger();

  /**
   * @param url without a database; with parameters if wanted
   */
  RunningMongo(String url, Map<String, String> options) {
    this.url = url;
    this.options = options;
  }

  private String url(Durability durability) {
    String[] parts = url.split("\\?", 2);
    return "%s/contract%d?%sw=1&journal=%s"
        .formatted(
            parts[0].replaceFirst("/+$", ""),
            opened.incrementAndGet(),
            parts.length > 1 ? parts[1] + "&" : "",
            durability == Durability.COMMIT);
  }

  @Override
  public String name() {
    return adapter.name();
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    try (DatabaseServer server = open(settings(Durability.COMMIT))) {
      return Availability.yes(server.version() + ", running");
    } catch (DatabaseException unreachable) {
      return Availability.no(unreachable.getMessage());
    }
  }

  /** Those that the live server has when it is asked for them. */
  @Override
  public Traits traits(Map<String, String> any) {
    Set<Durability> had = EnumSet.noneOf(Durability.class);
    for (Durability level : adapter.traits(options).durabilities()) {
      try (DatabaseServer server = open(settings(level))) {
        if (server.effectiveDurability() == level) {
          had.add(level);
        }
      } catch (DatabaseException failure) {
        throw new AssertionError(failure.getMessage(), failure);
      }
    }
    return Traits.of(Durability.COMMIT).durabilities(had).with(Trait.ATTACHES);
  }

  @Override
  public Class<? extends DB> client() {
    return adapter.client();
  }

  @Override
  public Map<String, String> ownProperties() {
    return adapter.ownProperties();
  }

  private static ServerSettings settings(Durability durability) {
    try {
      Path folder = Files.createTempDirectory("running-");
      folder.toFile().deleteOnExit();
      return new ServerSettings(
          folder,
          Medium.DISK,
          durability,
          new RecordLayout(10, 10, 1, 10),
          false,
          1,
          Optional.empty(),
          new LocalHost(),
          ProcessBuilder::start,
          Map.of());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public DatabaseServer open(ServerSettings settings) throws DatabaseException {
    return adapter.open(
        new ServerSettings(
            settings.folder(),
            settings.medium(),
            settings.durability(),
            settings.layout(),
            settings.scans(),
            settings.threads(),
            Optional.of(new ExternalServer(url(settings.durability()), true)),
            settings.host(),
            settings.processes(),
            options));
  }
}
