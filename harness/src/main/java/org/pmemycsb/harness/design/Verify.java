package org.pmemycsb.harness.design;

import java.util.Locale;

/** How many of the values that are read are compared with what was written. */
public enum Verify {
  /** None; values carry no marks. */
  OFF,
  /**
   * Those of one key in 17, or fewer if that would take too much memory. Checks take about 2 % of
   * the time.
   */
  SAMPLE,
  /** All. */
  FULL;

  /** The name as it stands in files and on the command line. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
