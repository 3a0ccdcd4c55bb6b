package org.pmemycsb.harness.experiment;

import java.util.Locale;
import org.pmemycsb.harness.ConfigurationException;

/**
 * A phase of a run: {@code load}, or one of YCSB's core workloads {@code A} to {@code F}.
 *
 * @param id as it stands in files: {@code load}, {@code A} ... {@code F}
 */
public record Phase(String id) {
  public static final Phase LOAD = new Phase("load");

  /** The phase of this name, in either case; refuses what there is not. */
  public static Phase of(String text) {
    String name = text.strip().toUpperCase(Locale.ROOT);
    if (name.equals("LOAD")) {
      return LOAD;
    }
    if (!name.matches("[A-F]")) {
      throw new ConfigurationException(
          "workloads: there is no '" + text.strip() + "'; there are: A, B, C, D, E, F (and load)");
    }
    return new Phase(name);
  }

  public boolean isLoad() {
    return this.equals(LOAD);
  }

  /** The file in the folder {@code workloads} that describes the phase's operations. */
  public String workloadFile() {
    return "workload" + (isLoad() ? "a" : id.toLowerCase(Locale.ROOT));
  }

  /** Inserts records, so that the number of records grows with the operations. */
  public boolean inserts() {
    return id.equals("D") || id.equals("E");
  }

  /** Reads ranges of records in key order. */
  public boolean scans() {
    return id.equals("E");
  }
}
