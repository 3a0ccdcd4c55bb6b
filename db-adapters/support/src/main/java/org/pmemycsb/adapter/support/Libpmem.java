package org.pmemycsb.adapter.support;

import java.util.Map;
import org.pmemycsb.spi.Medium;

/** Tells libpmem about the medium of its files. */
public final class Libpmem {
  private Libpmem() {}

  /**
   * Environment variables for a process that maps files of a medium with libpmem.
   *
   * <p>On tmpfs libpmem calls msync after each store unless it is told to take the mapping for
   * persistent memory. There msync only costs time. On the other media libpmem finds out by itself.
   * The user's own variables must not make it take a disk for persistent memory, or leave out the
   * flushes of a commit.
   */
  public static Map<String, String> environment(Medium medium) {
    return switch (medium) {
      case TMPFS -> Map.of("PMEM_IS_PMEM_FORCE", "1", "PMEM_NO_FLUSH", "0");
      case DISK -> Map.of("PMEM_IS_PMEM_FORCE", "0", "PMEM_NO_FLUSH", "0");
      case DAX -> Map.of("PMEM_NO_FLUSH", "0");
    };
  }
}
