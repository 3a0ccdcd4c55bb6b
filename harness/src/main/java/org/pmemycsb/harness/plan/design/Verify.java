package org.pmemycsb.harness.plan.design;

/** How many of the values that are read are compared with what was written. */
public enum Verify implements Named {
  /** None; values carry no marks. */
  OFF,
  /**
   * Those of one key in 17; of fewer keys if there is too little memory. Their checks take at most
   * about 2 % of a thread's time: faster reads are checked less often.
   */
  SAMPLE,
  /** All. */
  FULL;
}
