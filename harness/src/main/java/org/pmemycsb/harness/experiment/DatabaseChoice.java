package org.pmemycsb.harness.experiment;

import java.util.Map;
import java.util.TreeMap;

/**
 * A database of an experiment with the options that the experiment gives it.
 *
 * @param id the adapter's id, or {@code class:} and the name of a YCSB client class
 * @param options the adapter's own options
 */
public record DatabaseChoice(String id, Map<String, String> options) {
  public DatabaseChoice {
    options = Map.copyOf(options);
  }

  /** The name in tables: the id, and the options where there are any. */
  public String label() {
    return options.isEmpty() ? id : id + new TreeMap<>(options);
  }
}
