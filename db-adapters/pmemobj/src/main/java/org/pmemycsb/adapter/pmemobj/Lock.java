package org.pmemycsb.adapter.pmemobj;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.pmemycsb.spi.DatabaseException;

/**
 * The lock that each operation takes. Figures 7 and 8 of paper 002 put one mutex around a whole
 * structure, for reads and for writes, and compare its places.
 */
enum Lock {
  /** The structure's own locks. */
  OWN(""),
  /** One mutex of the C++ library in main memory, before the structure's own. */
  DRAM("_lock_dram"),
  /** One mutex of libpmemobj in the pool, before the structure's own. */
  PMEM("_lock_pmem");

  private final String suffix;

  Lock(String suffix) {
    this.suffix = suffix;
  }

  /** The name in options and labels. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The end of the native library's name for an engine with this lock. */
  String suffix() {
    return suffix;
  }

  /**
   * The lock that the user names; by default the structure's own.
   *
   * @param id null if the user names none
   * @throws DatabaseException if there is none of this name, or if the structure has no pool on the
   *     place to hold it
   */
  static Lock of(String id, Persistence persistence) throws DatabaseException {
    if (id == null) {
      return OWN;
    }
    Lock lock =
        Arrays.stream(values())
            .filter(each -> each.id().equals(id))
            .findFirst()
            .orElseThrow(
                () ->
                    new DatabaseException(
                        "unknown lock '%s' of pmemobj: choose %s"
                            .formatted(
                                id,
                                Arrays.stream(values())
                                    .map(Lock::id)
                                    .collect(Collectors.joining(", ")))));
    if (lock == PMEM && !persistence.inPool()) {
      throw new DatabaseException(
          "pmemobj has no pool on the place with persistence %s: choose lock own or dram"
              .formatted(persistence.id()));
    }
    return lock;
  }
}
