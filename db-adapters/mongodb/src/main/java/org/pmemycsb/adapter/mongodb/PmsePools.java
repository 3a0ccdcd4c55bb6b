package org.pmemycsb.adapter.mongodb;

import java.nio.file.Path;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.RecordLayout;

/**
 * The pools of PMSE. Their sizes are constants in its sources, and inserts that do not fit fail.
 * The size of a record is an estimate from the same sources, not a measurement. So only little more
 * than half of a pool is counted on.
 */
final class PmsePools {
  private static final long MIB = 1 << 20;

  /** A collection has a pool of this size, and so has the index of its keys. */
  private static final long COLLECTION = 2400 * MIB;

  private static final long INDEX = 240 * MIB;

  /** The catalogue, and the collections that a server makes for itself. */
  private static final long OWN = 512 * MIB;

  private static final double USABLE = 0.6;

  /**
   * Its index refuses a key from 1024 bytes, 12 of which are its form (pmse_sorted_data_interface).
   */
  static final int LONGEST_KEY = 1011;

  /** A pair in the map of records, and libpmemobj's headers. */
  private static final long BESIDE_A_DOCUMENT = 192;

  private static final long BESIDE_A_KEY = 192;

  /** A field's type, its name and the header of a binary value. */
  private static final long BESIDE_A_FIELD = 24;

  private PmsePools() {}

  /**
   * Refuses records that would not fit.
   *
   * @throws DatabaseException whose message says how many records fit
   */
  static void require(RecordLayout layout, Path folder) throws DatabaseException {
    long most = mostRecords(layout);
    if (layout.maxRecords() > most) {
      throw new DatabaseException(
          "mongodb-pmse cannot hold %d records of this size: its pools are fixed at 2400 MiB a"
                  .formatted(layout.maxRecords())
              + " collection and 240 MiB an index; take at most "
              + most);
    }
    long free = folder.toFile().getUsableSpace();
    long needed = COLLECTION + INDEX + OWN;
    if (free < needed) {
      throw new DatabaseException(
          "mongodb-pmse needs %d MiB in %s for its pools, whatever they hold, and %d MiB are free:"
                  .formatted(needed / MIB, folder, free / MIB)
              + " make room, or name another folder");
    }
  }

  /** The most records of a layout that are counted on to fit. */
  static long mostRecords(RecordLayout layout) {
    long document =
        BESIDE_A_DOCUMENT
            + layout.keyBytes()
            + layout.fieldCount() * (BESIDE_A_FIELD + layout.fieldBytes());
    long key = BESIDE_A_KEY + layout.keyBytes();
    return (long) Math.min(USABLE * COLLECTION / document, USABLE * INDEX / key);
  }
}
