package org.pmemycsb.harness.run;

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
    Optional<String> failure) {

  /** Percentiles of latency in microseconds. */
  public record Latency(double p50Us, double p99Us) {}

  /** Nothing was measured. */
  public static PhaseOutcome failed(long asked, String reason) {
    return new PhaseOutcome(
        asked, 0, 0, 0, 0, Optional.empty(), Optional.empty(), Optional.of(reason));
  }
}
