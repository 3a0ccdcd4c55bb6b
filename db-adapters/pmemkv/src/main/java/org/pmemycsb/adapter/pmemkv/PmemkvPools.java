package org.pmemycsb.adapter.pmemkv;

import java.nio.file.Path;
import org.pmemycsb.adapter.inprocess.LocalAdapter;
import org.pmemycsb.adapter.inprocess.client.ByteSize;
import org.pmemycsb.pmemkv.PoolSize;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.store.StoreException;

/** Sizes of pools, for every database that keeps its records in a pmemkv pool. */
public final class PmemkvPools {
  private PmemkvPools() {}

  /** The option for the size that the user wants; by default it is what the records need. */
  private static final String SIZE = "size";

  /**
   * The size of the pool for records in the binding's encoding.
   *
   * @param engine an engine of libpmemkv
   * @param onPlace whether the pool's file takes this room in the folder
   * @return bytes
   * @throws DatabaseException if no pool, or not the one that the user wants, can hold the records,
   *     or the folder has no room for it
   */
  public static long bytes(String engine, ServerSettings settings, boolean onPlace)
      throws DatabaseException {
    RecordLayout layout = settings.layout();
    String given = settings.options().get(SIZE);
    long bytes;
    try {
      bytes =
          PoolSize.bytesFor(
              engine,
              layout.maxRecords(),
              layout.keyBytes(),
              LocalAdapter.valueBytes(layout),
              given == null ? 0 : ByteSize.parse(given),
              SIZE + "=");
    } catch (StoreException e) {
      throw new DatabaseException(e.getMessage(), e);
    }
    if (onPlace) {
      requireRoom(settings.folder(), bytes);
    }
    return bytes;
  }

  /**
   * Refuses a pool that its folder has no room for.
   *
   * @throws DatabaseException whose message says how much room there is
   */
  public static void requireRoom(Path folder, long bytes) throws DatabaseException {
    long free = folder.toFile().getUsableSpace();
    if (free < bytes) {
      throw new DatabaseException(
          "a pmemkv pool of %s does not fit into %s, where %s are free: make room, or take fewer or"
                  .formatted(ByteSize.inMebibytes(bytes), folder, ByteSize.inMebibytes(free))
              + " smaller records");
    }
  }
}
