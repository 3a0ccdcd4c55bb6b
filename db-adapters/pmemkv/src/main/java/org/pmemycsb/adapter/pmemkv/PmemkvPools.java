package org.pmemycsb.adapter.pmemkv;

import java.nio.file.Path;
import java.util.Optional;
import org.pmemycsb.pmemkv.PoolSize;
import org.pmemycsb.pmemkv.ycsb.ByteSize;
import org.pmemycsb.pmemkv.ycsb.RecordCodec;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.RecordLayout;
import site.ycsb.workloads.CoreWorkload;

/** What every database that keeps its records in a pmemkv pool has to settle. Pure functions. */
public final class PmemkvPools {
  private PmemkvPools() {}

  /**
   * The size of the pool for records in the binding's encoding.
   *
   * @param engine an engine of libpmemkv
   * @param given what the user wants, as {@link ByteSize} reads it; without it what is needed
   * @return bytes
   * @throws DatabaseException when no pool, or not the one that is wanted, can hold the records
   */
  public static long bytes(String engine, RecordLayout layout, Optional<String> given)
      throws DatabaseException {
    long valueBytes =
        RecordCodec.encodedSize(
            layout.fieldCount(), CoreWorkload.FIELD_NAME_PREFIX_DEFAULT, layout.fieldBytes());
    String records =
        layout.maxRecords() + " records of " + (layout.keyBytes() + valueBytes) + " bytes";
    long needed;
    try {
      needed = PoolSize.bytesFor(engine, layout.maxRecords(), layout.keyBytes(), valueBytes);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new DatabaseException(
          "no pmemkv pool can hold "
              + records
              + " ("
              + e.getMessage()
              + "): take fewer or smaller ones",
          e);
    }
    if (given.isEmpty()) {
      return needed;
    }
    long bytes;
    try {
      bytes = ByteSize.parse(given.get());
    } catch (IllegalArgumentException e) {
      throw new DatabaseException("pmemkv option size: " + e.getMessage(), e);
    }
    if (bytes < needed) {
      throw new DatabaseException(
          "pmemkv option size="
              + given.get()
              + " cannot hold "
              + records
              + " in engine "
              + engine
              + ": give at least size="
              + ByteSize.inMebibytes(needed));
    }
    return bytes;
  }

  /**
   * Refuses a pool that its folder has no room for.
   *
   * @throws DatabaseException which says how much there is
   */
  public static void requireRoom(Path folder, long bytes) throws DatabaseException {
    long free = folder.toFile().getUsableSpace();
    if (free < bytes) {
      throw new DatabaseException(
          "a pmemkv pool of "
              + ByteSize.inMebibytes(bytes)
              + " does not fit into "
              + folder
              + ", where "
              + ByteSize.inMebibytes(free)
              + " are free: make room, or take fewer or smaller records");
    }
  }
}
