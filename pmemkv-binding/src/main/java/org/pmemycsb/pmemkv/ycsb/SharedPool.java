package org.pmemycsb.pmemkv.ycsb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.pmemycsb.adapter.inprocess.client.ByteSize;
import org.pmemycsb.adapter.inprocess.client.RecordFormatException;
import org.pmemycsb.adapter.inprocess.client.RecordStore;
import org.pmemycsb.adapter.inprocess.client.SharedStore;
import org.pmemycsb.pmemkv.PmemkvLibrary;
import org.pmemycsb.pmemkv.PmemkvPool;
import org.pmemycsb.pmemkv.PoolSize;
import org.pmemycsb.store.NativeStore;
import org.pmemycsb.store.StoreException;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.workloads.CoreWorkload;

/** A pool that is open once in this process. */
final class SharedPool extends SharedStore {
  /** The status of a write when the pool has no room left. */
  static final Status POOL_FULL =
      new Status("POOL_FULL", "The pool is full; make a new one with a larger pmemkv.dbsize.");

  /** Size of a new pool when neither the size nor the records to come are known. */
  static final long DEFAULT_BYTES = 1L << 30;

  private final long bytes;
  private final NativeStore store;

  private SharedPool(Path path, ClientSettings settings, long bytes, NativeStore store) {
    super(path, shared(settings), settings.table(), store.traits().endsWithProcess());
    this.bytes = bytes;
    this.store = store;
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
    PmemkvPool pool = new PmemkvPool(settings.engine(), path);
    String library =
        settings.library() == null ? PmemkvLibrary.files() : settings.library().toString();
    boolean there = Files.exists(path);
    if (!there && !settings.create()) {
      throw new DBException(
          "%s=%s: no such pool, and %s=false; correct the path, or load first"
              .formatted(ClientSettings.PATH, settings.path(), ClientSettings.CREATE));
    }
    // A volatile store is new in each process, whatever lies in its folder.
    long bytes = there && !Files.isDirectory(path) ? Files.size(path) : bytesToCreate(settings);
    return new SharedPool(path, settings, bytes, pool.open(bytes, library));
  }

  private static long bytesToCreate(ClientSettings settings) {
    return settings
        .records()
        .map(
            records ->
                PoolSize.bytesFor(
                    settings.engine(),
                    records.count(),
                    records.keyBytes(),
                    records.valueBytes(),
                    settings.bytes(),
                    "-p " + ClientSettings.SIZE + "="))
        .orElse(settings.bytes() > 0 ? settings.bytes() : DEFAULT_BYTES);
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

  @Override
  protected RecordStore view() {
    return store.session();
  }

  @Override
  protected Status failed(String operation, String key, Exception failure) {
    boolean full = failure instanceof StoreException store && store.isFull();
    boolean ours = failure instanceof StoreException || failure instanceof RecordFormatException;
    say(
        full ? "full" : failure.getClass().getName(),
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
  protected void shut() {
    store.close();
  }
}
