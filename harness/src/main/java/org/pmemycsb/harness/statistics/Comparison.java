package org.pmemycsb.harness.statistics;

import java.util.OptionalDouble;

/**
 * The comparison of two sets of repeats.
 *
 * @param ratio of the medians, with its 95 % interval
 * @param pValue of Student's test of the logarithms: how often a ratio as far from 1 would come
 *     about by chance
 * @param smallestTold the smallest difference that these repeats would tell apart in 4 of 5
 *     experiments, as a share (0.08 for 8 %): what Student's test of the logarithms needs for a
 *     power of 80 % (J. Cohen, Statistical Power Analysis for the Behavioral Sciences, 1988). Empty
 *     with too few repeats
 * @param fewest repeats of the set that has fewer
 */
public record Comparison(Interval ratio, double pValue, OptionalDouble smallestTold, int fewest) {
  /**
   * Fewest repeats of each that tell anything apart. Two would show the difference, but not whether
   * one of them was an accident.
   */
  public static final int FEWEST = 3;

  private static final double SIGNIFICANT = 0.05;
  private static final double MISSED = 0.2;

  public enum Verdict {
    FASTER,
    SLOWER,
    CANNOT_BE_TOLD_APART
  }

  /** Compares throughputs: the higher one is better. */
  public static Comparison of(Repeated ratio) {
    return new Comparison(
        ratio.interval(SIGNIFICANT / 2, SIGNIFICANT / 2),
        ratio.pValue(),
        ratio.repeats() < FEWEST
            ? OptionalDouble.empty()
            : OptionalDouble.of(Math.expm1(ratio.reach(SIGNIFICANT / 2, MISSED))),
        ratio.repeats());
  }

  /**
   * Whether the ends of the ratio are an interval. A single run has no spread, and so no interval.
   */
  public boolean hasInterval() {
    return fewest > 1;
  }

  /** A difference needs enough repeats and a {@link Call}. */
  public Verdict verdict() {
    if (fewest < FEWEST) {
      return Verdict.CANNOT_BE_TOLD_APART;
    }
    return switch (Call.of(ratio.low(), ratio.high())) {
      case FASTER -> Verdict.FASTER;
      case SLOWER -> Verdict.SLOWER;
      case EQUAL, UNCLEAR -> Verdict.CANNOT_BE_TOLD_APART;
    };
  }
}
