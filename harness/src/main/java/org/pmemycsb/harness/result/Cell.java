package org.pmemycsb.harness.result;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * A cell of the comparison: the repeats of one phase under one set of conditions.
 *
 * @param runs repeats made
 * @param validRuns those whose figures may be used; no mean or median includes the others
 * @param throughput operations per second over the valid repeats; empty when there is none
 * @param samples throughputs of the valid repeats
 * @param reads median of each percentile over the valid repeats; none if the target was not
 *     sustained, because they would measure how long the phase lasted
 * @param writes the same of inserts and updates
 * @param errors failed operations over all repeats
 * @param reasons why repeats are invalid, each once
 * @param capacity the highest rate that holds the goal, over the valid repeats; 0 if none does.
 *     Empty without a search. The interval of one repeat is that of its search
 * @param capacities those of the valid repeats
 * @param sustained whether every valid repeat carried its target; null without a target
 */
public record Cell(
    Conditions key,
    int runs,
    int validRuns,
    Optional<Estimate> throughput,
    List<Double> samples,
    Latency reads,
    Latency writes,
    long errors,
    List<String> reasons,
    Boolean sustained,
    Optional<Estimate> capacity,
    List<Double> capacities) {

  public OptionalDouble readP50Us() {
    return optional(reads.p50Us());
  }

  public OptionalDouble readP99Us() {
    return optional(reads.p99Us());
  }

  public OptionalDouble writeP50Us() {
    return optional(writes.p50Us());
  }

  public OptionalDouble writeP99Us() {
    return optional(writes.p99Us());
  }

  private static OptionalDouble optional(Double figure) {
    return figure == null ? OptionalDouble.empty() : OptionalDouble.of(figure);
  }

  /** Whether it had a target that some repeat did not carry. */
  public boolean unsustained() {
    return Boolean.FALSE.equals(sustained);
  }

  /** The same with its capacity in the place of its throughput; only after a search. */
  public Cell asCapacity() {
    return new Cell(
        key,
        runs,
        validRuns,
        capacity,
        capacities,
        reads,
        writes,
        errors,
        reasons,
        sustained,
        capacity,
        capacities);
  }

  /** Whether every repeat is valid. The figures of an invalid cell must never be shown. */
  public boolean valid() {
    return runs > 0 && validRuns == runs;
  }
}
