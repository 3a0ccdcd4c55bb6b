package org.pmemycsb.harness.measure;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.pmemycsb.harness.outcome.PhaseMeasurement;
import org.pmemycsb.harness.trace.Findings;
import org.pmemycsb.harness.trace.OperationKind;

/** The figures of all threads, added up once the threads have ended. */
final class PhaseSum {
  final Map<OperationKind, Histogram> service = new EnumMap<>(OperationKind.class);
  final Map<OperationKind, Histogram> intended = new EnumMap<>(OperationKind.class);
  final Histogram operations = Tally.empty();
  private final long[][] counts = new long[OperationKind.values().length][3];
  final Map<String, Long> failures = new TreeMap<>();
  final Map<String, String> causes = new TreeMap<>();
  final Findings findings = new Findings();
  final Lag lag = new Lag();
  long lastArrival;
  boolean sawTheEnd;
  long longestGap;
  long stalls;
  long stalledNanos;

  void add(Worker worker) {
    Tally tally = worker.runner().tally();
    for (OperationKind kind : OperationKind.values()) {
      int k = kind.ordinal();
      merge(service, kind, tally.service[k]);
      merge(intended, kind, tally.intended[k]);
      counts[k][0] += tally.good[k];
      counts[k][1] += tally.notFound[k];
      counts[k][2] += tally.failed[k];
    }
    tally.failures.forEach((what, n) -> failures.merge(what, n, Long::sum));
    tally.causes.forEach(causes::putIfAbsent);
    findings.add(worker.runner().findings());
    if (tally.lag != null) {
      lag.add(tally.lag);
      operations.add(tally.operations());
    }
    lastArrival = Math.max(lastArrival, worker.lastArrival());
    sawTheEnd |= worker.sawTheEnd();
    longestGap = Math.max(longestGap, tally.longestGap());
    stalls += worker.stalls();
    stalledNanos += worker.stalledNanos();
  }

  private static void merge(
      Map<OperationKind, Histogram> into, OperationKind kind, Histogram from) {
    if (from != null && from.getTotalCount() > 0) {
      into.computeIfAbsent(kind, k -> new Histogram(from)).add(from);
    }
  }

  /** How many of a kind there were, good or not. */
  long ended(OperationKind kind) {
    return LongStream.of(counts[kind.ordinal()]).sum();
  }

  Map<OperationKind, PhaseMeasurement.Outcome> operations() {
    Map<OperationKind, PhaseMeasurement.Outcome> outcomes = new EnumMap<>(OperationKind.class);
    for (OperationKind kind : OperationKind.values()) {
      long[] of = counts[kind.ordinal()];
      if (of[0] + of[1] + of[2] > 0) {
        outcomes.put(kind, new PhaseMeasurement.Outcome(of[0], of[1], of[2]));
      }
    }
    return outcomes;
  }
}
