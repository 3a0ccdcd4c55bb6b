package org.pmemycsb.harness.run;

import java.util.List;
import java.util.Optional;

/**
 * What a runner measured in a phase.
 *
 * @param asked operations that were to be made
 * @param good operations that succeeded
 * @param errors operations that failed or found nothing
 * @param inserted records inserted
 * @param seconds from the start to the last thread's end; 0 when nothing was measured
 * @param reads latency of reads and scans, where there were any
 * @param writes latency of inserts and updates, where there were any
 * @param series how many operations ended when; empty where the runner does not know
 * @param valuesChecked values that were compared with what was written
 * @param stalledSeconds how long threads, together, waited for operations that were not made in
 *     time; what is more than a trace of the whole makes the figure the harness's and not the
 *     database's
 * @param failure why the figures must not be used; empty when all is well
 */
public record PhaseOutcome(
    long asked,
    long good,
    long errors,
    long inserted,
    double seconds,
    Optional<Latency> reads,
    Optional<Latency> writes,
    Series series,
    long valuesChecked,
    double stalledSeconds,
    Optional<String> failure) {

  /**
   * Percentiles of latency in microseconds.
   *
   * @param intendedP99Us from the moment at which the target wanted the operation to start; empty
   *     without a target
   */
  public record Latency(double p50Us, double p99Us, Optional<Double> intendedP99Us) {}

  /**
   * Throughput over time.
   *
   * @param endSeconds when each interval ended, in seconds since the start
   * @param operations how many operations ended in it
   */
  public record Series(List<Double> endSeconds, List<Long> operations) {
    /** Of a runner that keeps none. */
    public static final Series NONE = new Series(List.of(), List.of());
  }

  /** Nothing was measured. */
  public static PhaseOutcome failed(long asked, String reason) {
    return new PhaseOutcome(
        asked,
        0,
        0,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        Series.NONE,
        0,
        0,
        Optional.of(reason));
  }
}
