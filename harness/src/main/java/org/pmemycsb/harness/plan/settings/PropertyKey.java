package org.pmemycsb.harness.plan.settings;

import java.util.List;

/**
 * A key of YCSB.
 *
 * @param values those that YCSB takes for what they say
 * @param same with these values it asks for nothing that the harness does not do anyway
 * @param remedy for another value where it is refused
 * @param setting that says the same; null for other fates than {@link Fate#SETTING}
 */
public record PropertyKey(
    String name,
    Fate fate,
    PropertyValues values,
    List<String> same,
    String remedy,
    Setting<?> setting) {
  public enum Fate {
    /** A property file gives the default of a setting of the experiment; {@code -p} is refused. */
    SETTING,
    /** The clients do it in each phase for which it is given. */
    WORKLOAD,
    /** It is a fact of all records, so that a property file says it for all phases. */
    RECORDS,
    /** The stock client does it. Another runner makes it refused. */
    STOCK,
    /** The harness decides it, so that another value is refused. */
    HARNESS,
    /** Neither YCSB nor the harness does anything with it. */
    NOTHING;

    boolean reachesClients() {
      return this == WORKLOAD || this == RECORDS || this == STOCK;
    }
  }
}
