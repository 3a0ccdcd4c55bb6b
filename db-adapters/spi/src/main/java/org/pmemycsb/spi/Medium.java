package org.pmemycsb.spi;

import java.util.Locale;

/** The kind of memory or disk that holds the data. */
public enum Medium {
  /** Persistent memory, mapped without a page cache. */
  DAX,
  /** Main memory: the data is gone when the machine stops. */
  TMPFS,
  /** A file system with a page cache. */
  DISK;

  /** The name as it stands in files and on the command line. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
