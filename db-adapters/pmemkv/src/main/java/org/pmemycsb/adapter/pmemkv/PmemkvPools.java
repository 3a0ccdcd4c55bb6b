package org.pmemycsb.adapter.pmemkv;

import java.nio.file.Path;
import java.util.Optional;
import org.pmemycsb.adapter.inprocess.LocalAdapter;
import org.pmemycsb.adapter.inprocess.client.ByteSize;
import org.pmemycsb.pmemkv.PoolSize;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.store.StoreException;

/** Sizes of pools, for every database that keeps its records in a pmemkv pool. */
public final class PmemkvPools {
  private PmemkvPools() {}

  /**
   * The size of the pool for records in the binding's encoding.
   *
   * @param engine an engine of libpmemkv
   * @param given the size that the user wants, as {@link ByteSize} reads it; by default the size
   *     that the records need
   * @return bytes
   * @throws DatabaseException if no pool, or not the one that the user wants, can hold the records
   */
  public static long bytes(String engine, RecordLayout layout, Optional<String> given)
      throws DatabaseException {
    try {
      return PoolSize.bytesFor(
          engine,
          layout.maxRecords(),
          layout.keyBytes(),
          LocalAdapter.valueBytes(layout),
          given.map(ByteSize::parse).orElse(0L),
          "size=");
    } catch (StoreException e) {
      throw new DatabaseException(e.getMessage(), e);
    }
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
