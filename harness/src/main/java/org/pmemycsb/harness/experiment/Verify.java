package org.pmemycsb.harness.experiment;

import java.util.Locale;
import org.pmemycsb.harness.ConfigurationException;

/** How many of the values that are read are compared with what was written. */
public enum Verify {
  OFF,
  /** Those of a fixed sample of the keys. */
  SAMPLE,
  /** All. */
  FULL;

  /** The name as it stands in files and on the command line. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The mode with this id; refuses what there is not. */
  public static Verify of(String id) {
    for (Verify mode : values()) {
      if (mode.id().equals(id)) {
        return mode;
      }
    }
    throw new ConfigurationException(
        "verify: there is no '" + id + "'; there are: off, sample, full");
  }
}
