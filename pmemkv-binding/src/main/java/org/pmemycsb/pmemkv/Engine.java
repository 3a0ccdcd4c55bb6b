package org.pmemycsb.pmemkv;

import java.util.Set;

/** The facts about engines that are needed before one is opened. */
final class Engine {
  enum Storage {
    /** A file with a libpmemobj pool. */
    POOL,
    /** An unnamed file in a folder; the records are gone after closing. */
    FOLDER,
    /** None. */
    NOWHERE
  }

  private static final Set<String> IN_FOLDERS = Set.of("vcmap", "vsmap");
  private static final Set<String> NOWHERE = Set.of("blackhole", "dram_vcmap");

  private Engine() {}

  /** An unknown engine is taken for one with a pool. */
  static Storage storage(String name) {
    boolean inFolder = IN_FOLDERS.contains(name) || name.startsWith("dram_");
    return NOWHERE.contains(name) ? Storage.NOWHERE : inFolder ? Storage.FOLDER : Storage.POOL;
  }

  /**
   * The engine that wrote a pool with this layout name, or null when pmemkv did not write the pool.
   * Only the layout differs between engines; before pmemkv 1.1 all of them wrote that of cmap.
   */
  static String ofLayout(String layout) {
    if (layout.equals("pmemkv")) {
      return "cmap";
    }
    return layout.startsWith("pmemkv_") ? layout.substring("pmemkv_".length()) : null;
  }
}
