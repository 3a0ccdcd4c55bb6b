package org.pmemycsb.harness.result;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * A cell of the comparison: the repeats of one phase under one set of conditions.
 *
 * @param runs repeats made
 * @param validRuns repeats with usable figures; means and medians use only these
 * @param throughput operations per second over the valid repeats; empty when there is none
 * @param samples throughputs of the valid repeats, with their rounds
 * @param reads median of each percentile over the valid repeats; none if the target was not
 *     sustained, because they would measure how long the phase lasted
 * @param writes the same of inserts and updates
 * @param unsteady number of valid repeats that were not steady: {@link Measurement.Series#unsteady}
 * @param errors failed operations over all repeats
 * @param reasons distinct reasons of invalid repeats
 * @param sustained whether every valid repeat carried its target; null without a target
 * @param capacity the highest rate that holds the goal, over the valid repeats; 0 if none does.
 *     Empty without a search. The interval of one repeat is that of its search
 * @param capacities those of the valid repeats
 * @param cost of its data; empty unless its place has a price and its space is known
 * @param demand requests of its operations to the medium, counted in a run of its own; empty
 *     without
 * @param mediumUs shortest time of an operation in microseconds that the medium allows, from the
 *     demand and the probe of its place; empty unless both are known
 * @param usage what its operations took of the machine, over the valid repeats; empty where the
 *     runner does not read it
 * @param restart times of the restarts; empty for other phases. A cell with them has no throughput
 */
public record Cell(
    Conditions key,
    int runs,
    int validRuns,
    Optional<Estimate> throughput,
    List<Sample> samples,
    Latency reads,
    Latency writes,
    int unsteady,
    long errors,
    List<String> reasons,
    Boolean sustained,
    Optional<Estimate> capacity,
    List<Sample> capacities,
    Optional<Cost> cost,
    Optional<Demand> demand,
    OptionalDouble mediumUs,
    Optional<Usage> usage,
    Optional<RestartTimes> restart) {
  private static final double MICROS_PER_SECOND = 1e6;

  /** The same with a cost. */
  public Cell costing(Optional<Cost> known) {
    return with(key, throughput, samples, known, demand, mediumUs);
  }

  /** The same under other conditions. */
  public Cell under(Conditions other) {
    return with(other, throughput, samples, cost, demand, mediumUs);
  }

  /** The same with its demand, and the shortest time that the medium allows. */
  public Cell asking(Optional<Demand> counted, OptionalDouble micros) {
    return with(key, throughput, samples, cost, counted, micros);
  }

  /** The same with its capacity in the place of its throughput; only after a search. */
  public Cell asCapacity() {
    return with(key, capacity, capacities, cost, demand, mediumUs);
  }

  /**
   * Operations per second that the medium allows, if each thread has it alone; empty if unknown or
   * invalid.
   */
  public OptionalDouble mediumOpsS() {
    return valid() && mediumUs.orElse(0) > 0
        ? OptionalDouble.of(key.threads() * MICROS_PER_SECOND / mediumUs.getAsDouble())
        : OptionalDouble.empty();
  }

  /**
   * The same with its fences for each operation in the place of its throughput; empty unless they
   * were counted. They do not scatter, so one count is enough.
   */
  public Optional<Cell> asFences() {
    return demand.stream()
        .flatMapToDouble(counted -> counted.perOperation(counted.counts().fences()).stream())
        .mapToObj(
            fences ->
                with(
                    key,
                    throughput,
                    List.of(new Sample(1, fences), new Sample(2, fences)),
                    cost,
                    demand,
                    mediumUs))
        .findFirst();
  }

  private Cell with(
      Conditions where,
      Optional<Estimate> figure,
      List<Sample> figures,
      Optional<Cost> known,
      Optional<Demand> counted,
      OptionalDouble micros) {
    return new Cell(
        where,
        runs,
        validRuns,
        figure,
        figures,
        reads,
        writes,
        unsteady,
        errors,
        reasons,
        sustained,
        capacity,
        capacities,
        known,
        counted,
        micros,
        usage,
        restart);
  }

  /** The samples without their rounds. */
  public double[] figures() {
    return samples.stream().mapToDouble(Sample::figure).toArray();
  }

  /** Whether it has a figure for ratios. */
  public boolean usable() {
    return valid() && samples.stream().allMatch(sample -> sample.figure() > 0);
  }

  /** Whether most of the valid repeats were still changing when they ended. */
  public boolean isUnsteady() {
    return 2 * unsteady > validRuns;
  }

  /** Whether some repeat did not sustain the target. */
  public boolean unsustained() {
    return Boolean.FALSE.equals(sustained);
  }

  /** Whether every repeat is valid. The figures of an invalid cell must never be shown. */
  public boolean valid() {
    return runs > 0 && validRuns == runs;
  }
}
