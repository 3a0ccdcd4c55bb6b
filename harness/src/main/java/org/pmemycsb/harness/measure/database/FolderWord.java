package org.pmemycsb.harness.measure.database;

import java.nio.file.Path;
import java.util.Map;

/**
 * The word {@code {folder}} in the properties of a bare client. It is replaced by the fresh data
 * folder of each run, for a store within the client's process.
 */
public final class FolderWord {
  private static final String WORD = "{folder}";

  private FolderWord() {}

  public static boolean isIn(Map<String, String> properties) {
    return properties.values().stream().anyMatch(value -> value.contains(WORD));
  }

  static String replace(String value, Path folder) {
    return value.replace(WORD, folder.toString());
  }
}
