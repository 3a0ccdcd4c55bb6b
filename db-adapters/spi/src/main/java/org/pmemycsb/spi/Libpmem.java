package org.pmemycsb.spi;

import java.util.Map;

/** What libpmem has to be told about a medium, whoever uses it. */
public final class Libpmem {
  private Libpmem() {}

  /**
   * Environment variables for a process that maps files of a medium with libpmem.
   *
   * <p>On tmpfs libpmem has to be told to take the mapping for persistent memory: else it calls
   * msync after each store, which there does nothing but cost time. Elsewhere it finds out by
   * itself, and what the caller's shell may say must not make it believe that a disk is persistent
   * memory, or leave out the flushes that a commit is made of.
   */
  public static Map<String, String> environment(Medium medium) {
    return switch (medium) {
      case TMPFS -> Map.of("PMEM_IS_PMEM_FORCE", "1", "PMEM_NO_FLUSH", "0");
      case DISK -> Map.of("PMEM_IS_PMEM_FORCE", "0", "PMEM_NO_FLUSH", "0");
      case DAX -> Map.of("PMEM_NO_FLUSH", "0");
    };
  }
}
