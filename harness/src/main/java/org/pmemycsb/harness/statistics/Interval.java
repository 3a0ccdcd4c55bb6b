package org.pmemycsb.harness.statistics;

/** A figure and the 95 % interval around it. */
public record Interval(double figure, double low, double high) {
  // A wider interval tells a reader nothing.
  private static final double WIDEST = 10;

  /** Whether it is narrow enough to be shown: its ends are at most ten times apart. */
  public boolean bounds() {
    return high <= WIDEST * low;
  }
}
