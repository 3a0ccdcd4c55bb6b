package org.pmemycsb.pmemkv;

import java.util.Set;

/**
 * What has to be known of an engine before it is opened. Whether it is there, and whether it is
 * sorted, is asked of the library; an engine unknown here is taken for a pool in a file that one
 * thread at a time may use.
 *
 * @param name its name
 * @param place where it keeps its records
 * @param concurrent whether it is made for calls from several threads at once
 */
record Engine(String name, Place place, boolean concurrent) {
  enum Place {
    /** A file with a libpmemobj pool. */
    POOL,
    /** An unnamed file in a folder; the records are gone after closing. */
    FOLDER,
    /** None. */
    NOWHERE
  }

  private static final Set<String> IN_FOLDERS = Set.of("vcmap", "vsmap");
  private static final Set<String> NOWHERE = Set.of("blackhole", "dram_vcmap");
  private static final Set<String> CONCURRENT =
      Set.of("cmap", "vcmap", "csmap", "blackhole", "dram_vcmap");

  static Engine of(String name) {
    Place place =
        IN_FOLDERS.contains(name)
            ? Place.FOLDER
            : NOWHERE.contains(name) ? Place.NOWHERE : Place.POOL;
    return new Engine(name, place, CONCURRENT.contains(name));
  }

  /**
   * The engine that wrote a pool with this layout name, or null when it is no pool of pmemkv's. The
   * layout is all that tells engines apart; before pmemkv 1.1 all of them wrote that of cmap.
   */
  static String ofLayout(String layout) {
    if (layout.equals("pmemkv")) {
      return "cmap";
    }
    return layout.startsWith("pmemkv_") ? layout.substring("pmemkv_".length()) : null;
  }
}
