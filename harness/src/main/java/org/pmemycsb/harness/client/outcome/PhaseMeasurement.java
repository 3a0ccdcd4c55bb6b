package org.pmemycsb.harness.client.outcome;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.statistics.Steadiness;
import org.pmemycsb.harness.statistics.Step;

/**
 * The raw counts of a phase: the sums over its threads, and over the machines of a cluster.
 *
 * @param latencies of the operations, or of a sample of them
 * @param openLoop how well the target was kept; empty without one
 */
public record PhaseMeasurement(
    Time time,
    Work work,
    Faults faults,
    Replay replay,
    Latencies latencies,
    Optional<OpenLoop> openLoop) {

  /**
   * @param startedAtMillis the barrier, in milliseconds since 1970
   * @param durationNanos from the barrier to the end of the last thread's last operation, summed
   *     over the segments
   */
  public record Time(long startedAtMillis, long durationNanos) {
    public double seconds() {
      return durationNanos / 1e9;
    }
  }

  /**
   * @param asked operations of the trace, or those begun where the phase ends by time
   * @param operations by the kinds that occurred; a read-modify-write is one operation
   * @param iterations operations per second of each iteration; empty without iterations
   * @param recordsAfter the end of the records if all inserts were good: where the next phase's new
   *     keys begin
   */
  public record Work(
      long asked,
      Map<OperationKind, Outcome> operations,
      Series series,
      List<Double> iterations,
      long recordsAfter) {}

  /**
   * @param verification what the checks saw, the audit after the clock had stopped included
   * @param deadThreads threads that ended early; with the first of them the others stop
   */
  public record Faults(Failures failures, Verification verification, List<DeadThread> deadThreads) {
    private Faults and(Faults other) {
      return new Faults(
          failures.and(other.failures),
          verification.and(other.verification),
          joined(deadThreads, other.deadThreads));
    }
  }

  /**
   * @param segments how many times operations were recorded for it, or made again
   * @param latencyEvery one in how many operations, on average, is in the histograms; 1: all
   * @param longestGapNanos the longest time within which a thread recorded no latency although it
   *     made operations; 0 where all are recorded
   * @param stalledNanos how long the clock ran while operations were recorded, over all threads
   * @param warmUp how the warm-up ended; empty unless it lasted until it was steady
   */
  public record Replay(
      int threads,
      int segments,
      int latencyEvery,
      long longestGapNanos,
      long stalledNanos,
      Optional<WarmUp> warmUp) {}

  /**
   * @param steady whether compilation had ended and the throughput was flat; otherwise the warm-up
   *     reached its time limit
   */
  public record WarmUp(double seconds, boolean steady) {
    private WarmUp beside(WarmUp other) {
      return new WarmUp(Math.max(seconds, other.seconds), steady && other.steady);
    }
  }

  /**
   * @param counts by kind and status, for example {@code READ ERROR}
   * @param causes the client's words about the first of each, if it has any
   * @param endedPhase whether the phase ended early because every operation failed
   */
  public record Failures(Map<String, Long> counts, Map<String, String> causes, boolean endedPhase) {
    private Failures and(Failures other) {
      return new Failures(
          merged(counts, other.counts, Long::sum),
          merged(causes, other.causes, (first, later) -> first),
          endedPhase || other.endedPhase);
    }
  }

  /** Operations of a kind by their end: every one that ended is in one of the three. */
  public record Outcome(long good, long notFound, long failed) {
    private Outcome and(Outcome other) {
      return new Outcome(good + other.good, notFound + other.notFound, failed + other.failed);
    }
  }

  /**
   * Throughput over time.
   *
   * @param seconds when each interval ended, since the start; the last is the end of the phase
   * @param operations how many operations ended in each
   */
  public record Series(List<Double> seconds, List<Long> operations) {
    /** For a runner that keeps none. */
    public static final Series NONE = new Series(List.of(), List.of());

    /** Whether it was still changing at the end ({@link Steadiness}), or changed at once. */
    public boolean unsteady() {
      return Steadiness.isUnsteady(rates()) || step().isPresent();
    }

    public Optional<Step> step() {
      return Step.in(rates());
    }

    /** When a change took place, in seconds since the start. */
    public double secondsOf(Step step) {
      return seconds.get(step.samples() - 1);
    }

    private double[] rates() {
      // The last interval ends with the phase, so it may be too short for a rate.
      double[] rates = new double[Math.max(0, seconds.size() - 1)];
      double before = 0;
      for (int i = 0; i < rates.length; i++) {
        rates[i] = operations.get(i) / (seconds.get(i) - before);
        before = seconds.get(i);
      }
      return rates;
    }

    /** The sums of samples of two machines; one that lasted longer goes on alone. */
    private Series beside(Series other) {
      Series longer = seconds.size() >= other.seconds.size() ? this : other;
      Series shorter = longer == this ? other : this;
      List<Double> ends = new ArrayList<>();
      List<Long> counts = new ArrayList<>();
      double before = 0;
      for (int i = 0; i < longer.seconds.size(); i++) {
        boolean both = i < shorter.seconds.size();
        double end = Math.max(longer.seconds.get(i), both ? shorter.seconds.get(i) : 0);
        before = Math.max(before, end);
        ends.add(before);
        counts.add(longer.operations.get(i) + (both ? shorter.operations.get(i) : 0));
      }
      return new Series(List.copyOf(ends), List.copyOf(counts));
    }
  }

  /** Checked values, faults by their kind, and a line each for the first few. */
  public record Verification(long valuesChecked, Map<String, Long> faults, List<String> examples) {
    private Verification and(Verification other) {
      return new Verification(
          valuesChecked + other.valuesChecked,
          merged(faults, other.faults, Long::sum),
          joined(examples, other.examples));
    }
  }

  /**
   * @param thread from 0
   * @param at what it was doing
   * @param cause why it ended, in one line
   */
  public record DeadThread(int thread, String at, String cause) {}

  /**
   * How well the target was kept. The lag of an operation is the time from its intended start to
   * its actual one.
   *
   * @param offered operations per second that were to begin
   * @param quarterNanos a quarter of the phase as it was planned
   * @param thirdLagNanos median lag in the third quarter; 0 where no operation began in it
   * @param fourthLagNanos the same from the beginning of the last quarter on
   * @param operations nanoseconds from the intended start of each operation to the end of its last
   *     call
   */
  public record OpenLoop(
      double offered,
      long quarterNanos,
      long thirdLagNanos,
      long fourthLagNanos,
      Histogram operations) {
    private OpenLoop beside(OpenLoop other) {
      OpenLoop worse =
          fourthLagNanos - thirdLagNanos >= other.fourthLagNanos - other.thirdLagNanos
              ? this
              : other;
      return new OpenLoop(
          offered + other.offered,
          worse.quarterNanos,
          worse.thirdLagNanos,
          worse.fourthLagNanos,
          Latencies.sum(operations, other.operations));
    }
  }

  /** Whether every operation asked for was done, well or not, and no thread died. */
  public boolean complete() {
    return good() + notFound() + failed() == work.asked && faults.deadThreads.isEmpty();
  }

  /**
   * The shares of several machines that began together, as one phase. The counts of a moment are
   * those of the same sample on each machine. Of lags, the worst machine counts.
   *
   * @param shares at least one
   * @param nanos from the common start to the end of the last operation
   */
  public static PhaseMeasurement together(List<PhaseMeasurement> shares, long nanos) {
    PhaseMeasurement sum = shares.stream().reduce(PhaseMeasurement::beside).orElseThrow();
    Time whole = new Time(sum.time.startedAtMillis, nanos);
    return new PhaseMeasurement(
        whole, sum.work, sum.faults, sum.replay, sum.latencies, sum.openLoop);
  }

  private PhaseMeasurement beside(PhaseMeasurement other) {
    return new PhaseMeasurement(
        new Time(
            Math.min(time.startedAtMillis, other.time.startedAtMillis),
            Math.max(time.durationNanos, other.time.durationNanos)),
        new Work(
            work.asked + other.work.asked,
            merged(work.operations, other.work.operations, Outcome::and),
            work.series.beside(other.work.series),
            List.of(),
            Math.max(work.recordsAfter, other.work.recordsAfter)),
        faults.and(other.faults),
        new Replay(
            replay.threads + other.replay.threads,
            Math.max(replay.segments, other.replay.segments),
            Math.max(replay.latencyEvery, other.replay.latencyEvery),
            Math.max(replay.longestGapNanos, other.replay.longestGapNanos),
            replay.stalledNanos + other.replay.stalledNanos,
            replay.warmUp.flatMap(own -> other.replay.warmUp.map(own::beside))),
        latencies.and(other.latencies),
        openLoop.flatMap(own -> other.openLoop.map(own::beside)));
  }

  static <K, V> Map<K, V> merged(Map<K, V> a, Map<K, V> b, BinaryOperator<V> sum) {
    Map<K, V> all = new TreeMap<>(a);
    b.forEach((key, value) -> all.merge(key, value, sum));
    return all;
  }

  private static <T> List<T> joined(List<T> a, List<T> b) {
    return Stream.concat(a.stream(), b.stream()).toList();
  }

  public long good(OperationKind kind) {
    return work.operations.containsKey(kind) ? work.operations.get(kind).good() : 0;
  }

  public long good() {
    return work.operations.values().stream().mapToLong(Outcome::good).sum();
  }

  public long notFound() {
    return work.operations.values().stream().mapToLong(Outcome::notFound).sum();
  }

  public long failed() {
    return work.operations.values().stream().mapToLong(Outcome::failed).sum();
  }
}
