package org.pmemycsb.pmemkv.ycsb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
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
 * <p>It also holds what clients must have in common: the locks that make a read, a merge and a put
 * of one key atomic, and what has been said on stderr already.
 */
final class SharedStore {
  /** What a write gets when the pool has no room left. */
  static final Status POOL_FULL =
      new Status("POOL_FULL", "The pool is full; make a new one with a larger pmemkv.dbsize.");

  /** Size of a new pool when neither the size nor the records to come are known. */
  static final long DEFAULT_BYTES = 1L << 30;

  /** Many more than threads, so that two threads seldom meet on one without sharing a key. */
  private static final int STRIPES = 1024;

  /** By real path; guarded by itself. */
  private static final Map<Path, SharedStore> OPEN = new HashMap<>();

  private final Path realPath;
  private final ClientSettings settings;
  private final long bytes;
  private final PmemkvStore store;
  private final Object[] stripes = new Object[STRIPES];

  /** Failures that stderr has a line about; guarded by itself. */
  private final Set<String> said = new HashSet<>();

  /**
   * State of a volatile store's folder when it was opened. Nothing happens in it afterwards, so
   * another state means that the folder was removed or made anew, and the records with it.
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
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Object();
    }
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

  /** What a write of this key locks. */
  Object stripe(String key) {
    int hash = key.hashCode();
    return stripes[(hash ^ (hash >>> 16)) & (STRIPES - 1)];
  }

  /**
   * The status of an operation that failed. The first failure of each kind gets one line on stderr;
   * YCSB itself would only count it.
   */
  Status failed(String operation, String key, RuntimeException failure) {
    PmemkvStatus status = failure instanceof PmemkvException exception ? exception.status() : null;
    boolean full = status == PmemkvStatus.OUT_OF_MEMORY;
    boolean first;
    synchronized (said) {
      first = said.add(status == null ? failure.getClass().getName() : status.name());
    }
    if (first) {
      System.err.println(
          full
              ? fullPool()
              : "pmemkv: "
                  + operation
                  + " of "
                  + key
                  + " failed in "
                  + realPath
                  + ": "
                  + (isOurs(failure) ? failure.getMessage() : failure)
                  + " (said once; all such failures are counted)");
    }
    return full ? POOL_FULL : Status.ERROR;
  }

  private static boolean isOurs(RuntimeException failure) {
    return failure instanceof PmemkvException || failure instanceof RecordFormatException;
  }

  private String fullPool() {
    return "pmemkv: pool "
        + realPath
        + " is full: it has "
        + bytes
        + " bytes, and a pool cannot grow; load into a new one, for example with -p "
        + ClientSettings.SIZE
        + "="
        + ByteSize.inMebibytes(2 * bytes);
  }

  private void expectSame(ClientSettings other) throws DBException {
    expectSame(ClientSettings.ENGINE, settings.engine(), other.engine());
    expectSame(ClientSettings.SIZE, settings.bytes(), other.bytes());
    expectSame(CoreWorkload.TABLENAME_PROPERTY, settings.table(), other.table());
  }

  private void expectSame(String property, Object mine, Object other) throws DBException {
    if (!mine.equals(other)) {
      throw new DBException(
          property
              + "="
              + other
              + ": "
              + realPath
              + " is open in this process already, with "
              + property
              + "="
              + mine);
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
            ClientSettings.PATH
                + "="
                + settings.path()
                + ": no such pool, and "
                + ClientSettings.CREATE
                + "=false; correct the path, or load first");
      }
      long bytes = bytesToCreate(settings);
      return new SharedStore(
          realPath,
          settings,
          bytes,
          PmemkvStore.open(options.size(bytes).create(CreateMode.IF_ABSENT)));
    } catch (PmemkvException | IllegalArgumentException | IOException e) {
      throw new DBException(e.getMessage(), e);
    }
  }

  private static long bytesToCreate(ClientSettings settings) throws DBException {
    if (settings.records().isEmpty()) {
      return settings.bytes() > 0 ? settings.bytes() : DEFAULT_BYTES;
    }
    ClientSettings.Records records = settings.records().get();
    long needed;
    try {
      needed =
          PoolSize.bytesFor(
              settings.engine(), records.count(), records.keyBytes(), records.valueBytes());
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new DBException(
          "no pool can hold "
              + records.count()
              + " records of "
              + (records.keyBytes() + records.valueBytes())
              + " bytes ("
              + e.getMessage()
              + "): correct recordcount or the lengths",
          e);
    }
    if (settings.bytes() == 0) {
      return needed;
    }
    if (settings.bytes() < needed) {
      throw new DBException(
          ClientSettings.SIZE
              + " of "
              + settings.bytes()
              + " bytes cannot hold "
              + records.count()
              + " records of "
              + (records.keyBytes() + records.valueBytes())
              + " bytes in engine "
              + settings.engine()
              + ": give at least -p "
              + ClientSettings.SIZE
              + "="
              + ByteSize.inMebibytes(needed));
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
