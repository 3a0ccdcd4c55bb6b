package org.pmemycsb.pmemkv;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * The facts about an engine that are needed before it is opened. The library tells whether the
 * engine exists and is sorted. An engine unknown here is treated as a pool in a file for one thread
 * at a time.
 *
 * @param storage where it keeps its records
 * @param concurrent whether it is made for calls from several threads at once
 */
record Engine(String name, Storage storage, boolean concurrent) {
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
  private static final Set<String> CONCURRENT =
      Set.of("cmap", "vcmap", "csmap", "blackhole", "dram_vcmap");

  /** The engines of the adapter pmemobj, whatever their structure. */
  private static final Pattern STRUCTURE = Pattern.compile("(obj|persist|volatile|dram)_.*");

  static Engine of(String name) {
    boolean inFolder = IN_FOLDERS.contains(name) || name.startsWith("dram_");
    Storage storage =
        NOWHERE.contains(name) ? Storage.NOWHERE : inFolder ? Storage.FOLDER : Storage.POOL;
    return new Engine(
        name, storage, CONCURRENT.contains(name) || STRUCTURE.matcher(name).matches());
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
