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
  /** Does nothing: what it reaches is what the harness itself costs. */
  public static final DatabaseChoice NOOP = new DatabaseChoice("noop", Map.of());

  public DatabaseChoice {
    options = Map.copyOf(options);
  }

  /** The name in tables: the id, and the options where there are any. */
  public String label() {
    return options.isEmpty() ? id : id + new TreeMap<>(options);
  }
}
