package org.pmemycsb.harness.worker;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.design.Goal;
import org.pmemycsb.harness.measure.PhaseMeasurement;
import org.pmemycsb.harness.result.Latency;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.Pace;
import org.pmemycsb.harness.trace.OperationKind;

/** Judges what was measured by the gates, and keeps what the journal has room for. */
final class Outcomes {
  private static final List<OperationKind> READS =
      List.of(OperationKind.READ, OperationKind.SCAN, OperationKind.READ_MISSING);
  private static final List<OperationKind> WRITES =
      List.of(OperationKind.INSERT, OperationKind.UPDATE, OperationKind.DELETE);
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  private Outcomes() {}

  static Measurement of(PhaseMeasurement measured, Optional<Goal> goal) {
    return new Measurement(
        measured.asked(),
        measured.good(),
        measured.failed() + measured.notFound(),
        measured.good(OperationKind.INSERT)
            + measured.good(OperationKind.PUT_IF_ABSENT)
            - measured.good(OperationKind.DELETE),
        measured.durationNanos() / NANOS_PER_SECOND,
        latency(measured, READS),
        latency(measured, WRITES),
        new Measurement.Series(
            measured.series().endNanos().stream().map(nanos -> nanos / NANOS_PER_SECOND).toList(),
            measured.series().operations()),
        measured.verification().valuesChecked(),
        measured.stalls().nanos() / NANOS_PER_SECOND,
        measured.segments() > 1 ? measured.segments() : null,
        measured.latencyEvery() > 1 ? measured.latencyEvery() : null,
        longestUs(measured),
        pace(measured).with(goal.map(each -> figureUs(measured, each)).orElse(null)),
        null,
        null,
        null,
        measured
            .warmedUp()
            .map(end -> new Measurement.WarmUp(end.nanos() / NANOS_PER_SECOND, end.steady()))
            .orElse(null),
        failure(measured));
  }

  /** Of one call; a read-modify-write has two. Without a target, nothing else shows a stall. */
  private static Double longestUs(PhaseMeasurement measured) {
    return measured.openLoop().isPresent() || measured.histograms().isEmpty()
        ? null
        : Math.max(
                measured.longestGapNanos(),
                measured.histograms().values().stream()
                    .mapToLong(Histogram::getMaxValue)
                    .max()
                    .getAsLong())
            / NANOS_PER_MICRO;
  }

  /** Null if there were no such operations. */
  private static Double figureUs(PhaseMeasurement measured, Goal goal) {
    List<OperationKind> kinds =
        switch (goal.operations()) {
          case "reads" -> READS;
          case "writes" -> WRITES;
          default -> List.of(OperationKind.values());
        };
    return merged(measured.intendedHistograms(), kinds)
        .map(
            all ->
                (goal.percentile().isPresent()
                        ? all.getValueAtPercentile(goal.percentile().getAsDouble())
                        : all.getMean())
                    / NANOS_PER_MICRO)
        .orElse(null);
  }

  private static Pace pace(PhaseMeasurement measured) {
    return measured
        .openLoop()
        .map(
            loop ->
                Pace.of(
                    loop.offered(),
                    measured.good() / (measured.durationNanos() / NANOS_PER_SECOND),
                    loop.quarterNanos() / NANOS_PER_MICRO,
                    loop.thirdLagNanos() / NANOS_PER_MICRO,
                    loop.fourthLagNanos() / NANOS_PER_MICRO))
        .orElse(Pace.NONE);
  }

  private static Latency latency(PhaseMeasurement measured, List<OperationKind> kinds) {
    Optional<Histogram> service = merged(measured.histograms(), kinds);
    Optional<Histogram> intended = merged(measured.intendedHistograms(), kinds);
    return new Latency(
        micros(service, 50),
        micros(service, 99),
        micros(service, 99.9),
        micros(intended, 50),
        micros(intended, 99),
        micros(intended, 99.9));
  }

  private static Double micros(Optional<Histogram> histogram, double percentile) {
    return histogram
        .filter(each -> percentile <= 99 || Latency.known(percentile, each.getTotalCount()))
        .map(each -> each.getValueAtPercentile(percentile) / NANOS_PER_MICRO)
        .orElse(null);
  }

  private static Optional<Histogram> merged(
      Map<OperationKind, Histogram> histograms, List<OperationKind> kinds) {
    return kinds.stream()
        .map(histograms::get)
        .filter(Objects::nonNull)
        .reduce(
            (sum, one) -> {
              Histogram both = sum.copy();
              both.add(one);
              return both;
            });
  }

  private static Optional<String> failure(PhaseMeasurement measured) {
    if (!measured.deadThreads().isEmpty()) {
      PhaseMeasurement.DeadThread dead = measured.deadThreads().get(0);
      return Optional.of(
          measured.deadThreads().size()
              + " of "
              + Plural.of(measured.threads(), "thread")
              + " died; thread "
              + dead.thread()
              + " at "
              + dead.at()
              + ": "
              + dead.cause());
    }
    long errors = measured.failed() + measured.notFound();
    if (errors > 0) {
      PhaseMeasurement.Failures failures = measured.failures();
      Map<String, Long> byStatus = new TreeMap<>(failures.counts());
      measured
          .operations()
          .forEach(
              (kind, outcome) -> {
                if (outcome.notFound() > 0) {
                  byStatus.put(kind.label() + " NOT_FOUND", outcome.notFound());
                }
              });
      return Optional.of(
          Plural.of(errors, "operation")
              + " failed ("
              + counts(byStatus)
              + ")"
              + failures.causes().values().stream().findFirst().map(": "::concat).orElse("")
              + (failures.endedPhase()
                  ? "; the phase ended early, because every operation failed for a second"
                  : ""));
    }
    if (!measured.verification().faults().isEmpty()) {
      return Optional.of(
          "wrong values were read ("
              + counts(measured.verification().faults())
              + "), for example "
              + measured.verification().examples().get(0));
    }
    if (!measured.complete()) {
      return Optional.of(
          "only " + measured.good() + " of " + Plural.of(measured.asked(), "operation"));
    }
    return Optional.empty();
  }

  private static String counts(Map<String, Long> byName) {
    return byName.entrySet().stream()
        .map(entry -> entry.getKey() + ": " + entry.getValue())
        .collect(Collectors.joining(", "));
  }
}
