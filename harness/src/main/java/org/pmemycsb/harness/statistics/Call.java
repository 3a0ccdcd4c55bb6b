package org.pmemycsb.harness.statistics;

/** What the interval of a ratio of throughputs says: one rule for all tables and sentences. */
public enum Call {
  FASTER,
  SLOWER,
  /** Within ten percent of 1. */
  EQUAL,
  /** The interval holds 1 and more than ten percent beside it. */
  UNCLEAR;

  // Two decimals are shown, and the words must agree with them.
  private static final double ABOVE_ONE = 1.005;
  private static final double BELOW_ONE = 0.995;
  private static final double EQUAL_FROM = 0.895;
  private static final double EQUAL_TO = 1.105;

  public static Call of(double low, double high) {
    if (low >= ABOVE_ONE) {
      return FASTER;
    }
    if (high < BELOW_ONE) {
      return SLOWER;
    }
    return low >= EQUAL_FROM && high < EQUAL_TO ? EQUAL : UNCLEAR;
  }
}
