package org.pmemycsb.adapter.pmemkv;

import java.nio.file.Path;
import java.util.Optional;
import org.pmemycsb.adapter.inprocess.LocalAdapter;
import org.pmemycsb.adapter.inprocess.client.ByteSize;
import org.pmemycsb.pmemkv.PoolSize;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.RecordLayout;

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
    long valueBytes = LocalAdapter.valueBytes(layout);
    String records =
        "%d records of %d bytes".formatted(layout.maxRecords(), layout.keyBytes() + valueBytes);
    long needed;
    try {
      needed = PoolSize.bytesFor(engine, layout.maxRecords(), layout.keyBytes(), valueBytes);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new DatabaseException(
          "no pmemkv pool can hold %s (%s): take fewer or smaller ones"
              .formatted(records, e.getMessage()),
          e);
    }
    if (given.isEmpty()) {
      return needed;
    }
    long bytes = ByteSize.parse(given.get());
    if (bytes < needed) {
      throw new DatabaseException(
          "pmemkv option size=%s cannot hold %s in engine %s: give at least size=%s"
              .formatted(given.get(), records, engine, ByteSize.inMebibytes(needed)));
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
