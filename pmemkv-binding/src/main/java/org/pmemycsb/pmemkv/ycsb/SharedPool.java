package org.pmemycsb.pmemkv.ycsb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import org.pmemycsb.adapter.inprocess.client.ByteSize;
import org.pmemycsb.adapter.inprocess.client.RecordFormatException;
import org.pmemycsb.adapter.inprocess.client.RecordStore;
import org.pmemycsb.adapter.inprocess.client.SharedStore;
import org.pmemycsb.pmemkv.CreateMode;
import org.pmemycsb.pmemkv.PmemkvException;
import org.pmemycsb.pmemkv.PmemkvOptions;
import org.pmemycsb.pmemkv.PmemkvStatus;
import org.pmemycsb.pmemkv.PmemkvStore;
import org.pmemycsb.pmemkv.PoolSize;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.workloads.CoreWorkload;

/** A pool that is open once in this process. */
final class SharedPool extends SharedStore implements RecordStore {
  /** The status of a write when the pool has no room left. */
  static final Status POOL_FULL =
      new Status("POOL_FULL", "The pool is full; make a new one with a larger pmemkv.dbsize.");

  /** Size of a new pool when neither the size nor the records to come are known. */
  static final long DEFAULT_BYTES = 1L << 30;

  private final String engine;
  private final long bytes;
  private final PmemkvStore store;

  /**
   * State of a volatile store's folder when it was opened. The store changes nothing in it
   * afterwards. So another state means that the folder and its records were removed.
   */
  private final String folder;

  private SharedPool(Path path, ClientSettings settings, long bytes, PmemkvStore store) {
    super(path, shared(settings), settings.table());
    this.engine = settings.engine();
    this.bytes = bytes;
    this.store = store;
    this.folder = folderState(path);
  }

  /**
   * The pool of these settings, opened or created if no client has it yet.
   *
   * @throws DBException when it cannot be opened, or is open with other settings
   */
  static SharedStore acquire(ClientSettings settings) throws DBException {
    Path path = realPath(settings.path());
    try {
      return acquire(path, shared(settings), () -> open(path, settings));
    } catch (DBException e) {
      throw e;
    } catch (Exception e) {
      throw new DBException(e.getMessage(), e);
    }
  }

  private static Map<String, ?> shared(ClientSettings settings) {
    return Map.of(
        ClientSettings.ENGINE, settings.engine(),
        ClientSettings.SIZE, settings.bytes(),
        CoreWorkload.TABLENAME_PROPERTY, settings.table());
  }

  private static SharedPool open(Path path, ClientSettings settings)
      throws DBException, IOException {
    PmemkvOptions options = PmemkvOptions.of(settings.engine(), path).library(settings.library());
    // A volatile store is new in each process, whatever lies in its folder.
    if (Files.exists(path) && !options.endsWithProcess()) {
      return new SharedPool(path, settings, Files.size(path), PmemkvStore.open(options));
    }
    if (!settings.create()) {
      throw new DBException(
          "%s=%s: no such pool, and %s=false; correct the path, or load first"
              .formatted(ClientSettings.PATH, settings.path(), ClientSettings.CREATE));
    }
    long bytes = bytesToCreate(settings);
    options = options.size(bytes).create(CreateMode.IF_ABSENT);
    return new SharedPool(path, settings, bytes, PmemkvStore.open(options));
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

  @Override
  protected RecordStore view() {
    return this;
  }

  @Override
  protected Status failed(String operation, String key, Exception failure) {
    PmemkvStatus status = failure instanceof PmemkvException exception ? exception.status() : null;
    boolean full = status == PmemkvStatus.OUT_OF_MEMORY;
    boolean ours = status != null || failure instanceof RecordFormatException;
    say(
        status == null ? failure.getClass().getName() : status.name(),
        () ->
            full
                ? ("pmemkv: pool %s is full: it has %d bytes, and a pool cannot grow; "
                        + "load into a new one, for example with -p %s=%s")
                    .formatted(path, bytes, ClientSettings.SIZE, ByteSize.inMebibytes(2 * bytes))
                : "pmemkv: %s of %s failed in %s: %s (reported once; all such failures are counted)"
                    .formatted(operation, key, path, ours ? failure.getMessage() : failure));
    return full ? POOL_FULL : Status.ERROR;
  }

  @Override
  protected boolean keepsOpen() {
    return PmemkvOptions.of(engine, path).endsWithProcess();
  }

  @Override
  protected boolean isLost() {
    return !folderState(path).equals(folder);
  }

  @Override
  protected void shut() {
    store.close();
  }

  @Override
  public int get(byte[] key, byte[] buffer) {
    return store.get(key, buffer);
  }

  @Override
  public void put(byte[] key, byte[] value, int length) {
    store.put(key, value, 0, length);
  }

  @Override
  public boolean replace(byte[] key, byte[] value, int length) {
    return store.replace(key, value, 0, length);
  }

  @Override
  public boolean remove(byte[] key) {
    return store.remove(key);
  }

  @Override
  public boolean sorted() {
    return store.sorted();
  }

  @Override
  public void scan(byte[] from, int count, Values values) {
    store.visitFrom(
        from,
        count,
        values.reused(),
        (packed, key, keyLength, at, length) -> values.accept(packed, at, length));
  }
}
