package org.pmemycsb.harness.result;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.statistics.Estimate;
import org.pmemycsb.harness.statistics.Invocations;
import org.pmemycsb.harness.statistics.LogMean;
import org.pmemycsb.harness.statistics.Sample;

/**
 * A cell of the comparison: the repeats of one phase under one set of conditions.
 *
 * @param throughput operations per second over the valid repeats
 * @param capacity the highest rate that holds the goal, over the valid repeats; 0 if none does.
 *     Empty without a search. The interval of one repeat is that of its search
 * @param occupied space of its data; empty where it is not known
 * @param figures those that {@link FileColumns} make of its runs, by the name of the column
 */
public record Cell(
    Conditions key,
    Repeats repeats,
    Rate throughput,
    Rate capacity,
    Optional<Occupied> occupied,
    Medium medium,
    Map<String, Estimate> figures) {
  private static final double MICROS_PER_SECOND = 1e6;

  /**
   * @param made how many there are
   * @param valid those with usable figures; means and medians use only these
   * @param unsteady number of valid repeats whose {@link Measurement#series} was not steady
   * @param sustained whether every valid repeat carried its target; null without a target
   * @param errors failed operations over all repeats
   * @param reasons distinct reasons of invalid repeats
   */
  public record Repeats(
      int made, int valid, int unsteady, Boolean sustained, long errors, List<String> reasons) {}

  /**
   * A rate over the valid repeats.
   *
   * @param estimate empty when there is none
   * @param invocations the figures, among those of cells that scatter alike
   */
  public record Rate(Optional<Estimate> estimate, Invocations invocations) {
    public static final Rate NONE = new Rate(Optional.empty(), Invocations.NONE);

    public static Rate of(Invocations invocations) {
      return new Rate(invocations.estimate(), invocations);
    }

    public List<Sample> samples() {
      return invocations.samples();
    }
  }

  /**
   * The requests to the medium, and the limit that it sets.
   *
   * @param demand requests of the operations, counted in a run of its own; empty without
   * @param limitUs shortest time of an operation in microseconds that the medium allows, from the
   *     demand and the probe of its place; empty unless both are known
   */
  public record Medium(Optional<Demand> demand, OptionalDouble limitUs) {
    public static final Medium UNKNOWN = new Medium(Optional.empty(), OptionalDouble.empty());
  }

  public static Cell of(Conditions key, Repeats repeats, Rate throughput) {
    return new Cell(
        key, repeats, throughput, Rate.NONE, Optional.empty(), Medium.UNKNOWN, Map.of());
  }

  public Cell occupying(Optional<Occupied> known) {
    return new Cell(key, repeats, throughput, capacity, known, medium, figures);
  }

  public Cell under(Conditions other) {
    return new Cell(other, repeats, throughput, capacity, occupied, medium, figures);
  }

  public Cell asking(Medium known) {
    return new Cell(key, repeats, throughput, capacity, occupied, known, figures);
  }

  /** The same with its capacity in the place of its throughput; only after a search. */
  public Cell asCapacity() {
    return with(capacity);
  }

  /**
   * The same with a latency in the place of its throughput.
   *
   * @param micros of the rounds; none if it is not known
   */
  public Cell asLatency(List<Sample> micros) {
    return with(new Rate(throughput.estimate, Invocations.of(micros)));
  }

  /**
   * Operations per second that the medium allows, if each thread has it alone; empty if unknown or
   * invalid.
   */
  public OptionalDouble mediumOpsS() {
    return valid() && medium.limitUs.orElse(0) > 0
        ? OptionalDouble.of(key.threads() * MICROS_PER_SECOND / medium.limitUs.getAsDouble())
        : OptionalDouble.empty();
  }

  /**
   * The same with its fences for each operation in the place of its throughput; empty unless they
   * were counted. They do not scatter, so one count is enough.
   */
  public Optional<Cell> asFences() {
    return medium.demand.stream()
        .flatMapToDouble(counted -> counted.perOperation(counted.counts().fences()).stream())
        .mapToObj(fences -> List.of(new Sample(1, fences), new Sample(2, fences)))
        .map(fences -> with(new Rate(throughput.estimate, Invocations.of(fences))))
        .findFirst();
  }

  private Cell with(Rate figure) {
    return new Cell(key, repeats, figure, capacity, occupied, medium, figures);
  }

  /** The same with a figure that other cells scatter like. */
  Cell among(Invocations others) {
    return with(Rate.of(others));
  }

  /** The figure of a column that is summarised from runs; empty if it is not known. */
  public OptionalDouble figure(String column) {
    return estimate(column).stream().mapToDouble(Estimate::figure).findFirst();
  }

  public Optional<Estimate> estimate(String column) {
    FileColumns.check(column);
    return Optional.ofNullable(figures.get(column));
  }

  /** Operations per second; empty for an INVALID cell and one without throughput. */
  public OptionalDouble rate() {
    return throughput.estimate().stream()
        .filter(any -> valid())
        .mapToDouble(Estimate::figure)
        .findFirst();
  }

  /** Whether its phase restarts the database, so that it has times and no throughput. */
  public boolean restarts() {
    return key.phase().equals(Phase.RESTART.id());
  }

  boolean served() {
    return figures.containsKey("server_cpu_us_per_op");
  }

  public Invocations invocations() {
    return throughput.invocations;
  }

  public double[] rates() {
    return throughput.invocations.figures();
  }

  /** Whether it has a figure for ratios. */
  public boolean usable() {
    return valid() && throughput.samples().stream().allMatch(sample -> sample.figure() > 0);
  }

  /** Whether it has a figure, of fewer runs than an interval needs. */
  public boolean hasFewRuns() {
    return usable() && throughput.samples().size() < LogMean.FEWEST;
  }

  /** Whether most of the valid repeats were still changing when they ended. */
  public boolean isUnsteady() {
    return 2 * repeats.unsteady > repeats.valid;
  }

  public boolean unsustained() {
    return Boolean.FALSE.equals(repeats.sustained);
  }

  /** Whether its throughput is as high as the database can make it. */
  public boolean isFree() {
    return repeats.sustained == null && capacity.estimate.isEmpty();
  }

  /** Whether every repeat is valid. The figures of an invalid cell must never be shown. */
  public boolean valid() {
    return repeats.made > 0 && repeats.valid == repeats.made;
  }
}
