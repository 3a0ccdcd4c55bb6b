package org.pmemycsb.harness.experiment;

import java.util.Locale;

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
}
