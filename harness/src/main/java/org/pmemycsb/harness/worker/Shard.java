package org.pmemycsb.harness.worker;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.database.Guard;
import org.pmemycsb.harness.design.Words;
import org.pmemycsb.harness.host.DiskUse;
import org.pmemycsb.harness.host.Place;
import org.pmemycsb.harness.workspace.Workspace;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.ServerSettings;

/**
 * The shard of this machine: a store in this process, which also has its clients.
 *
 * <p>It lies in a {@link Workspace} of this process. So machines on one host do not disturb each
 * other, and the next process on the place removes the files of a killed worker. One thread gives
 * orders; any thread may abandon.
 */
final class Shard {
  /** The beginning of each order. */
  static final String WORD = "SHARD ";

  /** The order to open it; a {@link Messages.Store} follows. */
  static final String OPEN = WORD + "OPEN ";

  static final String EMPTY = WORD + "EMPTY";

  static final String SHOW = WORD + "SHOW";

  static final String CLOSE = WORD + "CLOSE";

  private volatile Workspace workspace;
  private Path folder;
  private DatabaseServer server;

  /** The properties for its clients; empty without a shard. */
  Map<String, String> clientProperties() {
    return server == null ? Map.of() : Words.strings(server.clientProperties());
  }

  Messages.Shown answer(String order) {
    try {
      if (order.startsWith(OPEN)) {
        return open(Messages.JSON.readValue(order.substring(OPEN.length()), Messages.Store.class));
      }
      switch (order) {
        case EMPTY -> server.reset();
        case SHOW -> {
          return shown(Optional.empty());
        }
        case CLOSE -> close();
        default -> throw new IllegalArgumentException("unknown order: " + order);
      }
      return Messages.Shown.nothing(Optional.empty());
    } catch (DatabaseException | ConfigurationException | IOException failed) {
      if (server == null) {
        abandon();
      }
      return Messages.Shown.nothing(Optional.of(failed.getMessage()));
    }
  }

  private Messages.Shown open(Messages.Store store) throws DatabaseException, IOException {
    DatabaseAdapter adapter = adapter(store.adapter());
    LocalHost host = new LocalHost();
    Availability found = adapter.probe(host, store.options());
    if (!found.available()) {
      throw new DatabaseException(
          adapter.name() + ": " + found.detail() + found.remedy().map("; "::concat).orElse(""));
    }
    Place place = Place.open(store.place(), Path.of(store.folder()));
    if (place.medium() != store.medium()) {
      throw new ConfigurationException(
          "place %s: %s is on %s here, but on %s where the harness is; name a folder that has one medium on all machines"
              .formatted(place.name(), place.folder(), place.medium().id(), store.medium().id()));
    }
    Workspace.removeAbandoned(place.folder(), left -> {});
    workspace = Workspace.create(place.folder());
    folder = workspace.newFolder("shard");
    server =
        adapter.open(
            new ServerSettings(
                    folder,
                    place.medium(),
                    store.durability(),
                    store.layout(),
                    store.scans(),
                    store.threads(),
                    Optional.empty(),
                    host,
                    workspace::start,
                    store.options())
                .patient(Duration.ofSeconds(store.patienceSeconds())));
    return shown(
        Optional.of(
            new Messages.Opened(
                server.version(),
                server.effectiveDurability(),
                server.durabilitySettings(),
                server.configuration())));
  }

  private static DatabaseAdapter adapter(String name) {
    try {
      return Guard.of((DatabaseAdapter) Class.forName(name).getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException | LinkageError missing) {
      throw new ConfigurationException("the adapter " + name + " cannot be loaded", missing);
    }
  }

  private Messages.Shown shown(Optional<Messages.Opened> opened) throws DatabaseException {
    return new Messages.Shown(
        Optional.empty(), opened, server.recordCount(), server.statistics(), DiskUse.of(folder));
  }

  private void close() throws DatabaseException {
    if (server != null) {
      server.close();
    }
    abandon();
  }

  /** Removes its files, even in use. Then this process must end. */
  void abandon() {
    Workspace made = workspace;
    if (made != null) {
      made.close();
    }
  }
}
