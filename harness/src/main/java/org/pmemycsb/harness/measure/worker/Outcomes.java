package org.pmemycsb.harness.measure.worker;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.plan.design.Goal;
import org.pmemycsb.harness.result.Latency;
import org.pmemycsb.harness.result.Machine;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.Pace;

/** Turns the measurement of a phase into its journal entry: valid, or INVALID with a reason. */
final class Outcomes {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  private Outcomes() {}

  /**
   * The entry of a phase.
   *
   * @param machines figures of each machine; null without a cluster
   */
  static Measurement of(
      PhaseMeasurement measured,
      Optional<Goal> goal,
      Measurement.Resources resources,
      List<Machine> machines) {
    return new Measurement(
        new Measurement.Work(
            measured.work().asked(),
            measured.good(),
            measured.failed() + measured.notFound(),
            measured.good(OperationKind.INSERT)
                + measured.good(OperationKind.PUT_IF_ABSENT)
                - measured.good(OperationKind.DELETE),
            measured.time().durationNanos() / NANOS_PER_SECOND),
        new Measurement.Latencies(
            Latency.of(measured.latencies(), CallKind.READ),
            Latency.of(measured.latencies(), CallKind.WRITE),
            measured.replay().latencyEvery() > 1 ? measured.replay().latencyEvery() : null,
            longestUs(measured)),
        new Measurement.Series(
            measured.work().series().endNanos().stream()
                .map(nanos -> nanos / NANOS_PER_SECOND)
                .toList(),
            measured.work().series().operations()),
        new Measurement.Replay(
            measured.faults().verification().valuesChecked(),
            measured.replay().stalledNanos() / NANOS_PER_SECOND,
            measured.replay().segments() > 1 ? measured.replay().segments() : null,
            measured.work().iterations().isEmpty() ? null : measured.work().iterations()),
        pace(measured).with(goal.map(each -> figureUs(measured, each)).orElse(null)),
        null,
        resources,
        machines,
        new Measurement.Start(
            measured
                .replay()
                .warmedUp()
                .map(end -> new Measurement.WarmUp(end.nanos() / NANOS_PER_SECOND, end.steady()))
                .orElse(null),
            null,
            null),
        failure(measured));
  }

  /** The longest call; a read-modify-write has two. Without a target, it alone shows a stall. */
  private static Double longestUs(PhaseMeasurement measured) {
    return measured.openLoop().isPresent() || measured.latencies().service().isEmpty()
        ? null
        : Math.max(
                measured.replay().longestGapNanos(),
                measured.latencies().service().values().stream()
                    .mapToLong(Histogram::getMaxValue)
                    .max()
                    .getAsLong())
            / NANOS_PER_MICRO;
  }

  /** Null if there were no such operations. */
  private static Double figureUs(PhaseMeasurement measured, Goal goal) {
    Optional<Histogram> counted =
        goal.calls().isPresent()
            ? measured.latencies().of(goal.calls().get())
            : measured.openLoop().map(PhaseMeasurement.OpenLoop::operations);
    return counted
        .filter(all -> all.getTotalCount() > 0)
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
                    measured.good() / (measured.time().durationNanos() / NANOS_PER_SECOND),
                    loop.quarterNanos() / NANOS_PER_MICRO,
                    loop.thirdLagNanos() / NANOS_PER_MICRO,
                    loop.fourthLagNanos() / NANOS_PER_MICRO))
        .orElse(Pace.NONE);
  }

  /** The reason not to use the figures; empty if they are valid. */
  static Optional<String> failure(PhaseMeasurement measured) {
    if (!measured.faults().deadThreads().isEmpty()) {
      PhaseMeasurement.DeadThread dead = measured.faults().deadThreads().get(0);
      return Optional.of(
          measured.faults().deadThreads().size()
              + " of "
              + Plural.of(measured.replay().threads(), "thread")
              + " died; thread "
              + dead.thread()
              + " at "
              + dead.at()
              + ": "
              + dead.cause());
    }
    long errors = measured.failed() + measured.notFound();
    if (errors > 0) {
      PhaseMeasurement.Failures failures = measured.faults().failures();
      Map<String, Long> byStatus = new TreeMap<>(failures.counts());
      measured
          .work()
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
    if (!measured.faults().verification().faults().isEmpty()) {
      return Optional.of(
          "wrong values were read ("
              + counts(measured.faults().verification().faults())
              + "), for example "
              + measured.faults().verification().examples().get(0));
    }
    if (!measured.complete()) {
      return Optional.of(
          "only " + measured.good() + " of " + Plural.of(measured.work().asked(), "operation"));
    }
    return Optional.empty();
  }

  private static String counts(Map<String, Long> byName) {
    return byName.entrySet().stream()
        .map(entry -> entry.getKey() + ": " + entry.getValue())
        .collect(Collectors.joining(", "));
  }
}
