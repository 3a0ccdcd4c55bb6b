package org.pmemycsb.harness.result;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * The times of a cell's restarts in seconds, as of {@link Restart}, over its valid runs.
 *
 * @param back empty unless the throughput came back in every run
 */
public record RestartTimes(
    Optional<Estimate> up, Optional<Estimate> answer, Optional<Estimate> back) {

  /**
   * @param runs valid runs of a cell
   * @param estimate summarises a figure of runs
   */
  static Optional<RestartTimes> of(
      List<PhaseResult> runs,
      BiFunction<List<PhaseResult>, Function<Restart, Double>, Optional<Estimate>> estimate) {
    List<PhaseResult> restarted =
        runs.stream().filter(run -> run.measurement().start().restart() != null).toList();
    boolean allBack =
        restarted.stream()
            .map(run -> run.measurement().start().restart().backSeconds())
            .allMatch(Objects::nonNull);
    return restarted.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new RestartTimes(
                estimate.apply(restarted, Restart::upSeconds),
                estimate.apply(restarted, Restart::answerSeconds),
                allBack ? estimate.apply(restarted, Restart::backSeconds) : Optional.empty()));
  }
}
