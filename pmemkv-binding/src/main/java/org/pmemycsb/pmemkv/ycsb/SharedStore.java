package org.pmemycsb.pmemkv.ycsb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.pmemycsb.pmemkv.CreateMode;
import org.pmemycsb.pmemkv.PmemkvException;
import org.pmemycsb.pmemkv.PmemkvOptions;
import org.pmemycsb.pmemkv.PmemkvStatus;
import org.pmemycsb.pmemkv.PmemkvStore;
import org.pmemycsb.pmemkv.PoolSize;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.workloads.CoreWorkload;

/**
 * A pool that is open once in this process, for all clients that use it. Thread-safe.
 *
 * <p>It also holds the locks that make a read, a merge and a put of one key atomic, and the list of
 * failures that stderr already has a line about.
 */
final class SharedStore {
  /** The status of a write when the pool has no room left. */
  static final Status POOL_FULL =
      new Status("POOL_FULL", "The pool is full; make a new one with a larger pmemkv.dbsize.");

  /** Size of a new pool when neither the size nor the records to come are known. */
  static final long DEFAULT_BYTES = 1L << 30;

  /** Many more than threads, so that two threads with different keys seldom share one. */
  private static final int STRIPES = 1024;

  /** By real path; guarded by itself. */
  private static final Map<Path, SharedStore> OPEN = new HashMap<>();

  private final Path realPath;
  private final ClientSettings settings;
  private final long bytes;
  private final PmemkvStore store;
  private final Object[] stripes = Stream.generate(Object::new).limit(STRIPES).toArray();

  /** Failures that stderr has a line about; guarded by itself. */
  private final Set<String> said = new HashSet<>();

  /**
   * State of a volatile store's folder when it was opened. The store changes nothing in it
   * afterwards. So another state means that the folder and its records were removed.
   */
  private final String folder;

  /** Guarded by {@link #OPEN}. */
  private int users;

  private SharedStore(Path realPath, ClientSettings settings, long bytes, PmemkvStore store) {
    this.realPath = realPath;
    this.settings = settings;
    this.bytes = bytes;
    this.store = store;
    this.folder = folderState(realPath);
  }

  /**
   * The store of these settings, opened or created if no client has it yet. Each call needs one
   * {@link #release}.
   *
   * @throws DBException when it cannot be opened, or is open with other settings
   */
  static SharedStore acquire(ClientSettings settings) throws DBException {
    synchronized (OPEN) {
      Path realPath = realPath(settings.path());
      SharedStore shared = OPEN.get(realPath);
      if (shared != null && shared.users == 0 && !folderState(realPath).equals(shared.folder)) {
        OPEN.remove(realPath);
        shared.store.close();
        shared = null;
      }
      if (shared == null) {
        shared = open(realPath, settings);
        OPEN.put(realPath, shared);
      } else {
        shared.expectSame(settings);
      }
      shared.users++;
      return shared;
    }
  }

  /** Closes the store when this was its last user, unless its records would go with it. */
  void release() {
    synchronized (OPEN) {
      users--;
      if (users == 0 && !isVolatile(settings.engine())) {
        OPEN.remove(realPath);
        store.close();
      }
    }
  }

  PmemkvStore store() {
    return store;
  }

  /** The lock for writes of this key. */
  Object stripe(String key) {
    int hash = key.hashCode();
    return stripes[(hash ^ (hash >>> 16)) & (STRIPES - 1)];
  }

  /**
   * The status of an operation that failed. The first failure of each kind gets one line on stderr,
   * because YCSB itself would only count it.
   */
  Status failed(String operation, String key, RuntimeException failure) {
    PmemkvStatus status = failure instanceof PmemkvException exception ? exception.status() : null;
    boolean full = status == PmemkvStatus.OUT_OF_MEMORY;
    boolean first;
    synchronized (said) {
      first = said.add(status == null ? failure.getClass().getName() : status.name());
    }
    if (first) {
      boolean ours = status != null || failure instanceof RecordFormatException;
      System.err.println(
          full
              ? ("pmemkv: pool %s is full: it has %d bytes, and a pool cannot grow; "
                      + "load into a new one, for example with -p %s=%s")
                  .formatted(realPath, bytes, ClientSettings.SIZE, ByteSize.inMebibytes(2 * bytes))
              : "pmemkv: %s of %s failed in %s: %s (reported once; all such failures are counted)"
                  .formatted(operation, key, realPath, ours ? failure.getMessage() : failure));
    }
    return full ? POOL_FULL : Status.ERROR;
  }

  private void expectSame(ClientSettings other) throws DBException {
    expectSame(ClientSettings.ENGINE, settings.engine(), other.engine());
    expectSame(ClientSettings.SIZE, settings.bytes(), other.bytes());
    expectSame(CoreWorkload.TABLENAME_PROPERTY, settings.table(), other.table());
  }

  private void expectSame(String property, Object mine, Object other) throws DBException {
    if (!mine.equals(other)) {
      throw new DBException(
          "%s=%s: %s is open in this process already, with %s=%s"
              .formatted(property, other, realPath, property, mine));
    }
  }

  private static SharedStore open(Path realPath, ClientSettings settings) throws DBException {
    PmemkvOptions options = PmemkvOptions.of(settings.engine(), realPath);
    try {
      // A volatile store is new in each process, whatever lies in its folder.
      if (Files.exists(realPath) && !isVolatile(settings.engine())) {
        return new SharedStore(realPath, settings, Files.size(realPath), PmemkvStore.open(options));
      }
      if (!settings.create()) {
        throw new DBException(
            "%s=%s: no such pool, and %s=false; correct the path, or load first"
                .formatted(ClientSettings.PATH, settings.path(), ClientSettings.CREATE));
      }
      long bytes = bytesToCreate(settings);
      options = options.size(bytes).create(CreateMode.IF_ABSENT);
      return new SharedStore(realPath, settings, bytes, PmemkvStore.open(options));
    } catch (PmemkvException | IllegalArgumentException | IOException e) {
      throw new DBException(e.getMessage(), e);
    }
  }

  private static long bytesToCreate(ClientSettings settings) throws DBException {
    if (settings.records().isEmpty()) {
      return settings.bytes() > 0 ? settings.bytes() : DEFAULT_BYTES;
    }
    ClientSettings.Records records = settings.records().get();
    String engine = settings.engine();
    long needed;
    try {
      needed = PoolSize.bytesFor(engine, records.count(), records.keyBytes(), records.valueBytes());
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new DBException(
          "no pool can hold %s (%s): correct recordcount or the lengths"
              .formatted(records, e.getMessage()),
          e);
    }
    if (settings.bytes() == 0) {
      return needed;
    }
    if (settings.bytes() < needed) {
      throw new DBException(
          "%s of %d bytes cannot hold %s in engine %s: give at least -p %s=%s"
              .formatted(
                  ClientSettings.SIZE,
                  settings.bytes(),
                  records,
                  engine,
                  ClientSettings.SIZE,
                  ByteSize.inMebibytes(needed)));
    }
    return settings.bytes();
  }

  private static Path realPath(Path path) throws DBException {
    try {
      if (Files.exists(path)) {
        return path.toRealPath();
      }
      Path absolute = path.toAbsolutePath().normalize();
      return absolute.getParent().toRealPath().resolve(absolute.getFileName());
    } catch (IOException e) {
      throw new DBException(
          ClientSettings.PATH + "=" + path + ": the folder for it does not exist", e);
    }
  }

  private static String folderState(Path realPath) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(realPath, BasicFileAttributes.class);
      return attributes.fileKey() + " " + attributes.lastModifiedTime();
    } catch (IOException e) {
      return "none";
    }
  }

  /** Whether the records are in memory that ends with the process. */
  static boolean isVolatile(String engine) {
    return engine.equals("vcmap") || engine.equals("vsmap");
  }
}
