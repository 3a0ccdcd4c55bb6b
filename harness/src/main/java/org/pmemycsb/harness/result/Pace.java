package org.pmemycsb.harness.result;

import org.pmemycsb.harness.client.outcome.PhaseMeasurement;

/**
 * The rate and the lag of a phase against its target; all null without a target. The lag of an
 * operation is the time from its intended start to its actual one.
 *
 * @param offeredOpsS intended operations per second
 * @param lagBeforeUs median lag in the third quarter of the phase, in microseconds; null where the
 *     runner does not know it
 * @param lagLastUs the same in the last quarter
 * @param sustained whether the database carried the target
 * @param goalUs the figure of a goal for the latency, in microseconds; null without one, or if
 *     there were no such operations
 */
public record Pace(
    Double offeredOpsS, Double lagBeforeUs, Double lagLastUs, Boolean sustained, Double goalUs) {
  public static final Pace NONE = new Pace(null, null, null, null, null);

  private static final double ACHIEVED = 0.99;
  private static final double LAG_GROWTH = 0.01;
  private static final double LEAST_GROWTH_US = 1000;
  private static final double NANOS_PER_MICRO = 1e3;

  public Pace with(Double figureUs) {
    return new Pace(offeredOpsS, lagBeforeUs, lagLastUs, sustained, figureUs);
  }

  public boolean unsustained() {
    return Boolean.FALSE.equals(sustained);
  }

  /** For a runner without lag: the rate alone decides. */
  public static Pace of(double offeredOpsS, double achievedOpsS) {
    return new Pace(offeredOpsS, null, null, achievedOpsS >= ACHIEVED * offeredOpsS, null);
  }

  /**
   * Judges a phase. Its target is sustained if 99 % of the offered rate was achieved and the lag
   * did not grow: the median of the last quarter is above that of the quarter before by at most 1 %
   * of a quarter's length, or 1 ms where that is more. A database that is slower than the target by
   * 1 % falls behind by 1 % of a quarter in each quarter, so both conditions are of one strictness.
   */
  public static Pace of(PhaseMeasurement.OpenLoop loop, double achievedOpsS) {
    double beforeUs = loop.thirdLagNanos() / NANOS_PER_MICRO;
    double lastUs = loop.fourthLagNanos() / NANOS_PER_MICRO;
    double growthUs = Math.max(LEAST_GROWTH_US, LAG_GROWTH * loop.quarterNanos() / NANOS_PER_MICRO);
    return new Pace(
        loop.offered(),
        beforeUs,
        lastUs,
        achievedOpsS >= ACHIEVED * loop.offered() && lastUs <= beforeUs + growthUs,
        null);
  }
}
