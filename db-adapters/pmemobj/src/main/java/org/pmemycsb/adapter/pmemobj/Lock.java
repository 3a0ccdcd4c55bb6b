package org.pmemycsb.adapter.pmemobj;

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

  /** The end of the native library's name for an engine with this lock. */
  String suffix() {
    return suffix;
  }
}
