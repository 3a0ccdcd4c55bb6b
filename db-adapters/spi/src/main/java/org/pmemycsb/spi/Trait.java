package org.pmemycsb.spi;

/** An ability of a database that it has or lacks, see {@link Traits}. */
public enum Trait {
  /**
   * It is meant for persistent memory, as each variant is. It also runs on other media, but there
   * its figures say nothing about persistent memory.
   */
  NEEDS_PERSISTENT_MEMORY,
  /** It lies in the process of its clients, and no other process can share it. */
  IN_PROCESS,
  /** Its records are in files that are mapped into memory: a read is a load from there. */
  READS_MAPPED_FILES,
  /** {@link DatabaseAdapter#open} can attach to a server, by {@link ServerSettings#external()}. */
  ATTACHES,
  /**
   * A server that is started heeds {@link ServerSettings#listen()}, and requires a password, new
   * for each start.
   */
  LISTENS,
  /** A server that is started can keep its log of writes in {@link ServerSettings#log}. */
  KEEPS_LOG_APART,
  /**
   * Records can be read back. Only a stand-in that measures the harness lacks it: its answers are
   * not checked.
   */
  KEEPS_RECORDS,
  /** The client can scan. */
  SCANS,
  /**
   * A scan gives the records in the order of their keys' bytes, from the start key on. Without a
   * known order, only the values of the returned records can be checked.
   */
  SCANS_IN_KEY_ORDER,
  /** {@link ServerSettings#options()} may hold others than {@link DatabaseAdapter#options()}. */
  TAKES_OTHER_OPTIONS
}
