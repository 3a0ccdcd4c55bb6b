package org.pmemycsb.harness.measure;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.pmemycsb.harness.trace.OperationKind;

/**
 * What came of a phase. All but the histograms are written by Jackson, with {@link #throughput} and
 * {@link #complete}.
 *
 * @param load whether it was a load phase
 * @param threads how many there were
 * @param target operations per second asked for; 0: as fast as they can
 * @param startedAtMillis the barrier, in milliseconds since 1970
 * @param durationNanos from the barrier to the end of the last thread's last operation
 * @param asked operations of the trace
 * @param operations by the kinds that occurred; a read-modify-write is one operation
 * @param failures failed operations by kind and status, for example {@code READ ERROR}
 * @param latencies by kind, from the actual start of each call. As in YCSB a read-modify-write also
 *     counts its halves under READ and UPDATE
 * @param intendedLatencies the same from the start that the target asked for; empty without one
 * @param series operations per interval
 * @param verification what the checks saw, the audit after the clock had stopped included
 * @param deadThreads threads that ended early; with the first of them the others stop
 * @param stalls waits for a trace that was not made in time
 * @param recordsAfter records that are there if all inserts were good: where the next phase's new
 *     keys begin
 * @param histograms nanoseconds by kind, to {@link HistogramLogs}
 * @param intendedHistograms nanoseconds by kind
 */
public record PhaseMeasurement(
    boolean load,
    int threads,
    double target,
    long startedAtMillis,
    long durationNanos,
    long asked,
    Map<OperationKind, Outcome> operations,
    Map<String, Long> failures,
    Map<OperationKind, Latency> latencies,
    Map<OperationKind, Latency> intendedLatencies,
    Series series,
    Verification verification,
    List<DeadThread> deadThreads,
    Stalls stalls,
    long recordsAfter,
    @JsonIgnore Map<OperationKind, Histogram> histograms,
    @JsonIgnore Map<OperationKind, Histogram> intendedHistograms) {

  /** Operations of a kind by their end: every one that ended is in one of the three. */
  public record Outcome(long good, long notFound, long failed) {}

  /** Nanoseconds; percentiles are right to three digits. All 0 if {@code count} is 0. */
  public record Latency(
      long count,
      double mean,
      long min,
      long p50,
      long p90,
      long p95,
      long p99,
      long p999,
      long max) {
    static Latency of(Histogram histogram) {
      long count = histogram.getTotalCount();
      return new Latency(
          count,
          count == 0 ? 0 : histogram.getMean(),
          count == 0 ? 0 : histogram.getMinValue(),
          histogram.getValueAtPercentile(50),
          histogram.getValueAtPercentile(90),
          histogram.getValueAtPercentile(95),
          histogram.getValueAtPercentile(99),
          histogram.getValueAtPercentile(99.9),
          histogram.getMaxValue());
    }
  }

  /**
   * @param endNanos when each sample ended, since the barrier; the last is the end of the phase
   * @param operations how many operations ended in each
   */
  public record Series(List<Long> endNanos, List<Long> operations) {}

  /** Checked values, faults by their kind, and a line each for the first few. */
  public record Verification(long valuesChecked, Map<String, Long> faults, List<String> examples) {}

  /**
   * @param thread from 0
   * @param at what it was doing
   * @param cause why it ended, in one line
   */
  public record DeadThread(int thread, String at, String cause) {}

  /** How often, and how long over all threads. */
  public record Stalls(long count, long nanos) {}

  /** Good operations per second; 0 if there were none. */
  @JsonProperty
  public double throughput() {
    long good = good();
    return good == 0 ? 0 : good / (durationNanos / 1e9);
  }

  /** Whether every operation asked for was done, well or not, and no thread died. */
  @JsonProperty
  public boolean complete() {
    long ended = operations.values().stream().mapToLong(o -> o.good + o.notFound + o.failed).sum();
    return ended == asked && deadThreads.isEmpty();
  }

  public long good() {
    return operations.values().stream().mapToLong(Outcome::good).sum();
  }

  public long notFound() {
    return operations.values().stream().mapToLong(Outcome::notFound).sum();
  }

  public long failed() {
    return operations.values().stream().mapToLong(Outcome::failed).sum();
  }
}
