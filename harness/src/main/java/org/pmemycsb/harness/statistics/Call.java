package org.pmemycsb.harness.statistics;

/** What the interval of a ratio of throughputs says: one rule for all tables and sentences. */
public enum Call {
  FASTER,
  SLOWER,
  /** The interval lies within ten percent of 1. */
  EQUAL,
  /** The interval holds 1 and more than ten percent beside it, or there is no interval. */
  UNCLEAR;

  // Two decimals are shown, and the words must agree with them.
  private static final double ABOVE_ONE = 1.005;
  private static final double BELOW_ONE = 0.995;
  private static final double EQUAL_FROM = 0.895;
  private static final double EQUAL_TO = 1.115;

  public static Call of(LogMean ratio) {
    Interval known = ratio.interval();
    return ratio.hasInterval() ? of(known.low(), known.high()) : UNCLEAR;
  }

  /** The call of the inverse ratio. */
  public Call turned() {
    return this == FASTER ? SLOWER : this == SLOWER ? FASTER : this;
  }

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
