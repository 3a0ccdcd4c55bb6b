package org.pmemycsb.adapter.pmemkv;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.function.ToLongFunction;
import org.pmemycsb.adapter.support.Libpmem;
import org.pmemycsb.pmemkv.CreateMode;
import org.pmemycsb.pmemkv.PmemkvException;
import org.pmemycsb.pmemkv.PmemkvLibrary;
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
 * @param bytes size of the pool
 */
record PmemkvServer(Engine engine, Path path, long bytes, Medium medium) implements DatabaseServer {
  private static final String ENGINE = "pmemkv.engine";
  private static final String PATH = "pmemkv.dbpath";
  private static final String SIZE = "pmemkv.dbsize";
  private static final String CREATE = "pmemkv.create";

  /** All client properties, each with the adapter's option that decides it. */
  static final Map<String, String> PROPERTIES =
      Map.of(ENGINE, PmemkvAdapter.ENGINE, SIZE, PmemkvAdapter.SIZE, PATH, "", CREATE, "");

  static PmemkvServer of(ServerSettings settings) throws DatabaseException {
    Engine engine = Engine.of(settings.options().get(PmemkvAdapter.ENGINE), settings.durability());
    Path path = settings.folder().resolve(engine.hasPool() ? "pool" : "volatile");
    return new PmemkvServer(
        engine,
        path,
        PmemkvPools.bytes(
            engine.id(),
            settings.layout(),
            Optional.ofNullable(settings.options().get(PmemkvAdapter.SIZE))),
        settings.medium());
  }

  @Override
  public Properties clientProperties() {
    Properties properties = new Properties();
    properties.setProperty(ENGINE, engine.id());
    properties.setProperty(PATH, path.toString());
    properties.setProperty(SIZE, Long.toString(bytes));
    // This process makes the pool. A client that does not find it must not work on an empty one.
    properties.setProperty(CREATE, Boolean.toString(!engine.hasPool()));
    return properties;
  }

  /** The program that replays traces on the store that clients open with these properties. */
  static List<String> nativeCommand(Properties clientProperties) throws DatabaseException {
    try {
      return PmemkvReplay.command(
          clientProperties.getProperty(ENGINE),
          Path.of(clientProperties.getProperty(PATH)),
          Long.parseLong(clientProperties.getProperty(SIZE)));
    } catch (PmemkvException e) {
      throw new DatabaseException("no native replay: " + e.getMessage(), e);
    }
  }

  @Override
  public Map<String, String> clientEnvironment() {
    return Libpmem.environment(medium);
  }

  @Override
  public void reset() throws DatabaseException {
    try {
      Files.deleteIfExists(path);
      if (!engine.hasPool()) {
        // The records are in the process of the clients, and go with it.
        Files.createDirectory(path);
        return;
      }
      PmemkvPools.requireRoom(path.getParent(), bytes);
    } catch (IOException e) {
      throw new DatabaseException("cannot make the pmemkv pool " + path + ": " + e, e);
    }
    try {
      PmemkvStore.open(PmemkvOptions.of(engine.id(), path).size(bytes).create(CreateMode.REPLACE))
          .close();
    } catch (PmemkvException e) {
      close();
      throw new DatabaseException("cannot make the pmemkv pool " + path + ": " + e.getMessage(), e);
    }
  }

  /** There is no server to ask. The name of the library's file tells the version of pmemkv. */
  @Override
  public String version() {
    String library =
        PmemkvLibrary.probe().file().map(file -> file.getFileName().toString()).orElse("not found");
    return "pmemkv (%s), engine %s".formatted(library, engine.id());
  }

  /**
   * The durability of the pool's engine. libpmemkv opens a pool only with the engine that made it,
   * so a pool that opens is of this engine. {@link #clientEnvironment()} makes flushes reach the
   * medium.
   */
  @Override
  public Durability effectiveDurability() throws DatabaseException {
    if (engine.hasPool()) {
      inPool(store -> 0);
    }
    return engine.durability();
  }

  /** Empty for an engine without a pool: its records are in the process of the clients. */
  @Override
  public OptionalLong recordCount() throws DatabaseException {
    return engine.hasPool() ? OptionalLong.of(inPool(PmemkvStore::count)) : OptionalLong.empty();
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

  private long inPool(ToLongFunction<PmemkvStore> question) throws DatabaseException {
    try (PmemkvStore store = PmemkvStore.open(PmemkvOptions.of(engine.id(), path))) {
      return question.applyAsLong(store);
    } catch (PmemkvException e) {
      throw new DatabaseException("cannot open the pmemkv pool " + path + ": " + e.getMessage(), e);
    }
  }
}
