package org.pmemycsb.adapter.pmemkv;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.function.ToLongFunction;
import org.pmemycsb.pmemkv.CreateMode;
import org.pmemycsb.pmemkv.PmemkvException;
import org.pmemycsb.pmemkv.PmemkvLibrary;
import org.pmemycsb.pmemkv.PmemkvOptions;
import org.pmemycsb.pmemkv.PmemkvReplay;
import org.pmemycsb.pmemkv.PmemkvStore;
import org.pmemycsb.pmemkv.PoolSize;
import org.pmemycsb.pmemkv.ycsb.ByteSize;
import org.pmemycsb.pmemkv.ycsb.RecordCodec;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.workloads.CoreWorkload;

/**
 * A pool for the clients of another process. It is open here only for moments, while no client has
 * it: libpmemobj lets one process at a time in.
 *
 * @param path the pool file, or the folder of an engine without one
 * @param bytes size of the pool
 */
record PmemkvServer(Engine engine, Path path, long bytes, Medium medium) implements DatabaseServer {
  private static final String ENGINE = "pmemkv.engine";
  private static final String PATH = "pmemkv.dbpath";
  private static final String SIZE = "pmemkv.dbsize";

  static PmemkvServer of(ServerSettings settings) throws DatabaseException {
    String name = settings.options().get(PmemkvAdapter.ENGINE);
    Engine engine =
        name == null ? Engine.of(settings.durability()) : Engine.of(name, settings.durability());
    Path path = settings.folder().resolve(engine.hasPool() ? "pool" : "volatile");
    return new PmemkvServer(engine, path, bytes(engine, settings), settings.medium());
  }

  private static long bytes(Engine engine, ServerSettings settings) throws DatabaseException {
    RecordLayout layout = settings.layout();
    long valueBytes =
        RecordCodec.encodedSize(
            layout.fieldCount(), CoreWorkload.FIELD_NAME_PREFIX_DEFAULT, layout.fieldBytes());
    long needed;
    try {
      needed = PoolSize.bytesFor(engine.id(), layout.maxRecords(), layout.keyBytes(), valueBytes);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new DatabaseException(
          "no pmemkv pool can hold "
              + layout.maxRecords()
              + " records of "
              + (layout.keyBytes() + valueBytes)
              + " bytes ("
              + e.getMessage()
              + "): take fewer or smaller ones",
          e);
    }
    String given = settings.options().get(PmemkvAdapter.SIZE);
    long bytes = needed;
    if (given != null) {
      try {
        bytes = ByteSize.parse(given);
      } catch (IllegalArgumentException e) {
        throw new DatabaseException("pmemkv option size: " + e.getMessage(), e);
      }
      if (bytes < needed) {
        throw new DatabaseException(
            "pmemkv option size="
                + given
                + " cannot hold "
                + layout.maxRecords()
                + " records of "
                + (layout.keyBytes() + valueBytes)
                + " bytes in engine "
                + engine.id()
                + ": give at least size="
                + ByteSize.inMebibytes(needed));
      }
    }
    return bytes;
  }

  @Override
  public Properties clientProperties() {
    Properties properties = new Properties();
    properties.setProperty(ENGINE, engine.id());
    properties.setProperty(PATH, path.toString());
    properties.setProperty(SIZE, Long.toString(bytes));
    // The pool is made here: a client that does not find it must not work on an empty one.
    properties.setProperty("pmemkv.create", Boolean.toString(!engine.hasPool()));
    return properties;
  }

  /** What replays traces on the store that the clients would open with these properties. */
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

  /**
   * On tmpfs libpmem has to be told to take the mapping for persistent memory: else it calls msync
   * after each store, which there does nothing but cost time. Elsewhere it finds out by itself, and
   * what the caller's shell may say must not make it believe that a disk is persistent memory, or
   * leave out the flushes that a commit is made of.
   */
  @Override
  public Map<String, String> clientEnvironment() {
    return switch (medium) {
      case TMPFS -> Map.of("PMEM_IS_PMEM_FORCE", "1", "PMEM_NO_FLUSH", "0");
      case DISK -> Map.of("PMEM_IS_PMEM_FORCE", "0", "PMEM_NO_FLUSH", "0");
      case DAX -> Map.of("PMEM_NO_FLUSH", "0");
    };
  }

  @Override
  public void reset() throws DatabaseException {
    try {
      Files.deleteIfExists(path);
      if (!engine.hasPool()) {
        // The records are in the process of the clients, which drops them with their folder.
        Files.createDirectory(path);
        return;
      }
      long free = path.getParent().toFile().getUsableSpace();
      if (free < bytes) {
        throw new DatabaseException(
            "a pmemkv pool of "
                + ByteSize.inMebibytes(bytes)
                + " does not fit into "
                + path.getParent()
                + ", where "
                + ByteSize.inMebibytes(free)
                + " are free: make room, or take fewer or smaller records");
      }
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

  /** There is no server to ask; what the library file is called says which pmemkv it is. */
  @Override
  public String version() {
    return "pmemkv ("
        + PmemkvLibrary.probe()
            .file()
            .map(file -> file.getFileName().toString())
            .orElse("not found")
        + "), engine "
        + engine.id();
  }

  /**
   * What the pool's engine gives: libpmemkv opens a pool only with the engine that made it, so a
   * pool that opens is of this one. That flushes reach the medium is up to {@link
   * #clientEnvironment()}.
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
  public void close() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // The folder around it is the harness's, and goes with what is in it.
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
