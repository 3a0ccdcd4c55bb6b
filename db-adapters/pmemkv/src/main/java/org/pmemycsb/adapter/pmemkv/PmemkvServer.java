package org.pmemycsb.adapter.pmemkv;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.function.ToLongFunction;
import org.pmemycsb.adapter.support.Libpmem;
import org.pmemycsb.pmemkv.CreateMode;
import org.pmemycsb.pmemkv.PmemkvException;
import org.pmemycsb.pmemkv.PmemkvOptions;
import org.pmemycsb.pmemkv.PmemkvReplay;
import org.pmemycsb.pmemkv.PmemkvStore;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.ServerSettings;

/**
 * A pool for the clients of another process. This process opens it only for moments, while no
 * client has it open: libpmemobj lets one process at a time in.
 *
 * @param path the pool file, or the folder of an engine without one
 */
public record PmemkvServer(StoreType type, Path path, long bytes, Medium medium)
    implements DatabaseServer {
  private static final String ENGINE = "pmemkv.engine";
  private static final String PATH = "pmemkv.dbpath";
  private static final String SIZE = "pmemkv.dbsize";
  private static final String CREATE = "pmemkv.create";

  private static final String LIBRARY = "pmemkv.library";

  /** All client properties, each with the adapter's option that decides it. */
  static final Map<String, String> PROPERTIES =
      Map.of(
          ENGINE,
          PmemkvAdapter.ENGINE,
          SIZE,
          PmemkvAdapter.SIZE,
          PATH,
          "",
          CREATE,
          "",
          LIBRARY,
          "");

  /**
   * Makes an empty store.
   *
   * @throws DatabaseException if there is no room, or the pool cannot be made
   */
  public static PmemkvServer open(StoreType type, ServerSettings settings)
      throws DatabaseException {
    PmemkvServer server =
        new PmemkvServer(
            type,
            settings.folder().resolve(type.inPool() ? "pool" : "volatile"),
            PmemkvPools.bytes(
                type.engine(),
                settings.layout(),
                Optional.ofNullable(settings.options().get(PmemkvAdapter.SIZE))),
            settings.medium());
    server.reset();
    return server;
  }

  @Override
  public Properties clientProperties() {
    Properties properties = new Properties();
    properties.setProperty(ENGINE, type.engine());
    type.library().ifPresent(file -> properties.setProperty(LIBRARY, file.toString()));
    properties.setProperty(PATH, path.toString());
    properties.setProperty(SIZE, Long.toString(bytes));
    // This process makes the pool. A client that does not find it must not work on an empty one.
    properties.setProperty(CREATE, Boolean.toString(!type.inPool()));
    return properties;
  }

  /** The program that replays traces on the store that clients open with these properties. */
  static List<String> nativeCommand(Properties clientProperties) throws DatabaseException {
    try {
      String library = clientProperties.getProperty(LIBRARY);
      return PmemkvReplay.command(
          library == null ? null : Path.of(library),
          clientProperties.getProperty(ENGINE),
          Path.of(clientProperties.getProperty(PATH)),
          Long.parseLong(clientProperties.getProperty(SIZE)));
    } catch (PmemkvException e) {
      throw new DatabaseException("no native replay: " + e.getMessage(), e);
    }
  }

  @Override
  public Map<String, String> clientEnvironment() {
    Map<String, String> all = new HashMap<>(Libpmem.environment(medium));
    all.putAll(type.environment());
    return all;
  }

  @Override
  public void reset() throws DatabaseException {
    try {
      Files.deleteIfExists(path);
      if (!type.inPool()) {
        // The records are in the process of the clients, and go with it.
        Files.createDirectory(path);
        return;
      }
      PmemkvPools.requireRoom(path.getParent(), bytes);
    } catch (IOException e) {
      throw new DatabaseException("cannot make the pmemkv pool " + path + ": " + e, e);
    }
    try {
      PmemkvStore.open(options().size(bytes).create(CreateMode.REPLACE)).close();
    } catch (PmemkvException e) {
      close();
      throw new DatabaseException("cannot make the pmemkv pool " + path + ": " + e.getMessage(), e);
    }
  }

  /** There is no server to ask. */
  @Override
  public String version() {
    return type.version();
  }

  /**
   * The durability of the pool's engine. libpmemkv opens a pool only with the engine that made it,
   * so a pool that opens is of this engine. {@link #clientEnvironment()} makes flushes reach the
   * medium.
   */
  @Override
  public Durability effectiveDurability() throws DatabaseException {
    if (type.inPool()) {
      inPool(store -> 0);
    }
    return type.durability();
  }

  /** Empty for an engine without a pool: its records are in the process of the clients. */
  @Override
  public OptionalLong recordCount() throws DatabaseException {
    return type.inPool() ? OptionalLong.of(inPool(PmemkvStore::count)) : OptionalLong.empty();
  }

  @Override
  public boolean livesInClient() {
    return true;
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // The harness removes the folder with everything in it.
    }
  }

  private PmemkvOptions options() {
    return PmemkvOptions.of(type.engine(), path).library(type.library().orElse(null));
  }

  private long inPool(ToLongFunction<PmemkvStore> question) throws DatabaseException {
    try (PmemkvStore store = PmemkvStore.open(options())) {
      return question.applyAsLong(store);
    } catch (PmemkvException e) {
      throw new DatabaseException("cannot open the pmemkv pool " + path + ": " + e.getMessage(), e);
    }
  }
}
