package org.pmemycsb.harness.client.replay;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.pmemycsb.harness.client.outcome.Latencies;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.Findings;
import org.pmemycsb.harness.client.trace.OperationKind;
import site.ycsb.Status;

/**
 * Counts, latencies and findings of one thread, and their sum over threads; for one thread alone
 * until it has ended.
 */
final class Tally {
  private static final int DIGITS = 3;
  private static final int MOST_TEXT = 300;
  // Their texts tell no more than their names.
  private static final Set<Status> OF_YCSB =
      Set.of(
          Status.ERROR,
          Status.NOT_IMPLEMENTED,
          Status.UNEXPECTED_STATE,
          Status.BAD_REQUEST,
          Status.FORBIDDEN,
          Status.SERVICE_UNAVAILABLE);
  private static final OperationKind[] KINDS = OperationKind.values();

  final Histogram[] service = new Histogram[KINDS.length];
  final Histogram[] intended = new Histogram[KINDS.length];
  final long[] good = new long[KINDS.length];
  final long[] notFound = new long[KINDS.length];
  final long[] failed = new long[KINDS.length];
  final Map<String, Long> failures = new TreeMap<>();
  final Map<String, String> causes = new TreeMap<>();
  final Findings findings = new Findings();
  private Lag lag;
  private Histogram operations;
  private long longestGap;

  // Written by the thread alone.
  private volatile long notGood;

  /** Operations that were not good since the thread began; any thread may ask. */
  long notGood() {
    return notGood;
  }

  void latency(int kind, long nanos) {
    record(service, kind, nanos);
  }

  void intendedLatency(int kind, long nanos) {
    record(intended, kind, nanos);
  }

  /**
   * Counts how late an operation began.
   *
   * @param at when, by {@link System#nanoTime}
   */
  void lag(long at, long nanos) {
    lag.record(at, nanos);
  }

  Lag lag() {
    if (lag == null) {
      lag = new Lag();
    }
    return lag;
  }

  /**
   * Notes a time within which operations were made whose latencies were not recorded. A long one is
   * a stall, which a sample of the calls would miss.
   */
  void gap(long nanos) {
    if (nanos > longestGap) {
      longestGap = nanos;
    }
  }

  long longestGap() {
    return longestGap;
  }

  /** The latency of a whole operation, however many calls it has. */
  void operation(long nanos) {
    operations().recordValue(Math.min(nanos, Latencies.MAX_NANOS));
  }

  /** Latencies of whole operations of an open loop. */
  Histogram operations() {
    if (operations == null) {
      operations = empty();
    }
    return operations;
  }

  private static Histogram empty() {
    return new Histogram(1, Latencies.MAX_NANOS, DIGITS);
  }

  private static void record(Histogram[] histograms, int kind, long nanos) {
    Histogram histogram = histograms[kind];
    if (histogram == null) {
      histogram = empty();
      histograms[kind] = histogram;
    }
    histogram.recordValue(Math.min(nanos, Latencies.MAX_NANOS));
  }

  /** Counts an operation by its outcome, and tells whether it was good. */
  boolean count(int kind, Status status) {
    if (status == Status.OK) {
      good[kind]++;
      return true;
    }
    return countRare(kind, status);
  }

  private boolean countRare(int kind, Status status) {
    if (status != null && status.isOk()) {
      good[kind]++;
      return true;
    }
    if (Status.NOT_FOUND.equals(status)) {
      notFound[kind]++;
    } else {
      failed[kind]++;
      String what = KINDS[kind].label() + " " + (status == null ? "null" : status.getName());
      failures.merge(what, 1L, Long::sum);
      if (status != null && !OF_YCSB.contains(status)) {
        causes.computeIfAbsent(what, first -> oneLine(status.getDescription()));
      }
    }
    notGood++;
    return false;
  }

  static String oneLine(String text) {
    String line = text.strip().replaceAll("\\s*\\R\\s*", "; ");
    return line.length() <= MOST_TEXT ? line : line.substring(0, MOST_TEXT) + "...";
  }

  void broken(int kind, Throwable e) {
    failed[kind]++;
    failures.merge(KINDS[kind].label() + " " + e.getClass().getSimpleName(), 1L, Long::sum);
  }

  void add(Tally other) {
    for (int k = 0; k < KINDS.length; k++) {
      service[k] = sum(service[k], other.service[k]);
      intended[k] = sum(intended[k], other.intended[k]);
      good[k] += other.good[k];
      notFound[k] += other.notFound[k];
      failed[k] += other.failed[k];
    }
    other.failures.forEach((what, n) -> failures.merge(what, n, Long::sum));
    other.causes.forEach(causes::putIfAbsent);
    findings.add(other.findings);
    if (other.lag != null) {
      lag().add(other.lag);
      operations().add(other.operations());
    }
    gap(other.longestGap);
  }

  private static Histogram sum(Histogram a, Histogram b) {
    if (b == null) {
      return a;
    }
    Histogram both = a == null ? empty() : a;
    both.add(b);
    return both;
  }

  PhaseMeasurement.Verification verification() {
    Map<String, Long> faults = new TreeMap<>();
    findings.counts().forEach((kind, n) -> faults.put(kind.name().toLowerCase(Locale.ROOT), n));
    return new PhaseMeasurement.Verification(findings.valuesChecked(), faults, findings.examples());
  }

  Latencies latencies() {
    return new Latencies(byKind(service), byKind(intended));
  }

  private static Map<OperationKind, Histogram> byKind(Histogram[] histograms) {
    Map<OperationKind, Histogram> known = new EnumMap<>(OperationKind.class);
    for (OperationKind kind : KINDS) {
      Histogram histogram = histograms[kind.ordinal()];
      if (histogram != null && histogram.getTotalCount() > 0) {
        known.put(kind, histogram);
      }
    }
    return known;
  }

  Map<OperationKind, PhaseMeasurement.Outcome> outcomes() {
    Map<OperationKind, PhaseMeasurement.Outcome> outcomes = new EnumMap<>(OperationKind.class);
    for (OperationKind kind : KINDS) {
      if (ended(kind) > 0) {
        int k = kind.ordinal();
        outcomes.put(kind, new PhaseMeasurement.Outcome(good[k], notFound[k], failed[k]));
      }
    }
    return outcomes;
  }

  long ended(OperationKind kind) {
    int k = kind.ordinal();
    return good[k] + notFound[k] + failed[k];
  }

  /** What is recorded so far, not what is counted. */
  void forgetLatencies() {
    reset(operations);
    for (int i = 0; i < KINDS.length; i++) {
      reset(service[i]);
      reset(intended[i]);
    }
  }

  void reset() {
    forgetLatencies();
    longestGap = 0;
    Arrays.fill(good, 0);
    Arrays.fill(notFound, 0);
    Arrays.fill(failed, 0);
    failures.clear();
    causes.clear();
  }

  private static void reset(Histogram histogram) {
    if (histogram != null) {
      histogram.reset();
    }
  }

  /**
   * How late the operations of an open loop began, in the last two quarters of the phase as it was
   * planned. Operations that begin after the planned end belong to the last one. For one thread.
   */
  static final class Lag {
    private static final int LAG_DIGITS = 2;

    private final Histogram third = new Histogram(1, Latencies.MAX_NANOS, LAG_DIGITS);
    private final Histogram fourth = new Histogram(1, Latencies.MAX_NANOS, LAG_DIGITS);
    private long thirdFrom = Long.MAX_VALUE;
    private long fourthFrom = Long.MAX_VALUE;

    /**
     * Before operations are recorded.
     *
     * @param start when the phase began, by {@link System#nanoTime}
     * @param planned how long it is to last, in nanoseconds; at most {@code Long.MAX_VALUE / 2}
     */
    void begin(long start, long planned) {
      thirdFrom = start + planned / 2;
      fourthFrom = start + planned / 4 * 3;
    }

    void record(long at, long nanos) {
      if (at - thirdFrom >= 0) {
        long lag = Math.min(Math.max(0, nanos), Latencies.MAX_NANOS);
        (at - fourthFrom >= 0 ? fourth : third).recordValue(lag);
      }
    }

    void add(Lag other) {
      third.add(other.third);
      fourth.add(other.fourth);
    }

    /** The median in the third quarter; 0 where no operation began in it. */
    long thirdNanos() {
      return median(third);
    }

    long fourthNanos() {
      return median(fourth);
    }

    private static long median(Histogram of) {
      return of.getTotalCount() == 0 ? 0 : of.getValueAtPercentile(50);
    }
  }
}
