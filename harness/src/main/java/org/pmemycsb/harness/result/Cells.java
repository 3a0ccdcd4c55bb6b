package org.pmemycsb.harness.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.apache.commons.statistics.descriptive.GeometricMean;
import org.pmemycsb.harness.statistics.Estimate;
import org.pmemycsb.harness.statistics.Median;

/**
 * Summarises phases into cells. Each invocation has JVMs of its own, so intervals include the
 * scatter between JVMs, as T. Kalibera and R. Jones demand (Rigorous Benchmarking in Reasonable
 * Time, ISMM 2013).
 */
public final class Cells {
  private Cells() {}

  /** The cells, in the order of their first phases in the list. */
  public static List<Cell> of(List<PhaseResult> phases) {
    List<Cell> alone =
        grouped(phases, PhaseResult::conditions).entrySet().stream()
            .map(entry -> summarise(entry.getKey(), entry.getValue()))
            .toList();
    Scatters scatters = Scatters.of(alone);
    return alone.stream().map(cell -> cell.among(scatters)).toList();
  }

  /**
   * A cell for all that has every one of some phases, with the geometric mean of their throughputs
   * in each round that made them all. The ratio of two such cells is the mean of the ratios,
   * whichever cell is below the bar (P. J. Fleming and J. J. Wallace, How Not to Lie with
   * Statistics, Communications of the ACM 29, 1986).
   *
   * @param cells without a target
   * @param name of the mean, in the place of a phase
   */
  public static List<Cell> means(List<Cell> cells, Set<String> phases, String name) {
    List<Cell> alone =
        grouped(
                cells.stream()
                    .filter(cell -> cell.usable() && phases.contains(cell.key().phase()))
                    .toList(),
                cell -> cell.key().in(name))
            .entrySet()
            .stream()
            .filter(each -> each.getValue().size() == phases.size())
            .map(each -> mean(each.getKey(), each.getValue()))
            .filter(cell -> !cell.throughput().samples().isEmpty())
            .toList();
    Scatters scatters = Scatters.of(alone);
    return alone.stream().map(cell -> cell.among(scatters)).toList();
  }

  private static Cell mean(Conditions key, List<Cell> phases) {
    List<Sample> samples =
        grouped(
                phases.stream().flatMap(cell -> cell.throughput().samples().stream()).toList(),
                Sample::round)
            .entrySet()
            .stream()
            .filter(round -> round.getValue().size() == phases.size())
            .map(
                round ->
                    new Sample(
                        round.getKey(),
                        GeometricMean.of(
                                round.getValue().stream().mapToDouble(Sample::figure).toArray())
                            .getAsDouble()))
            .toList();
    return Cell.of(
        key,
        new Cell.Repeats(samples.size(), samples.size(), 0, null, 0, List.of()),
        new Cell.Rate(estimate(samples), samples));
  }

  /** Groups with their members, both in the order of the list. */
  public static <T, K> Map<K, List<T>> grouped(List<T> all, Function<T, K> by) {
    return all.stream().collect(Collectors.groupingBy(by, LinkedHashMap::new, Collectors.toList()));
  }

  private static Cell summarise(Conditions key, List<PhaseResult> repeats) {
    List<Measurement> all = repeats.stream().map(PhaseResult::measurement).toList();
    List<Measurement> valid = all.stream().filter(Measurement::valid).toList();
    List<PhaseResult> validRuns = repeats.stream().filter(PhaseResult::valid).toList();
    List<Sample> throughputs =
        invocations(
            validRuns.stream().filter(run -> run.measurement().start().restart() == null).toList(),
            PhaseResult::throughputOpsS);
    List<Boolean> sustained =
        valid.stream().map(each -> each.pace().sustained()).filter(Objects::nonNull).toList();
    boolean carried = !sustained.contains(false);
    List<Capacity> capacities =
        valid.stream().map(Measurement::capacity).filter(Objects::nonNull).toList();
    List<Sample> ratesOfCapacity =
        invocations(
            validRuns.stream().filter(run -> run.measurement().capacity() != null).toList(),
            run -> run.measurement().capacity().opsS());
    return new Cell(
        key,
        new Cell.Repeats(
            repeats.size(),
            valid.size(),
            (int) valid.stream().filter(measured -> measured.series().unsteady()).count(),
            sustained.isEmpty() ? null : Boolean.valueOf(carried),
            all.stream().mapToLong(each -> each.work().errors()).sum(),
            repeats.stream().map(PhaseResult::reason).filter(Objects::nonNull).distinct().toList()),
        new Cell.Rate(estimate(throughputs), throughputs),
        carried ? median(validRuns, Measurement.Latencies::reads) : Latency.NONE,
        carried ? median(validRuns, Measurement.Latencies::writes) : Latency.NONE,
        new Cell.Rate(capacity(capacities, ratesOfCapacity), ratesOfCapacity),
        Optional.empty(),
        Cell.Medium.UNKNOWN,
        valid.stream()
            .map(each -> each.resources().usage())
            .filter(Objects::nonNull)
            .reduce(Usage::plus),
        RestartTimes.of(
            validRuns,
            (runs, figure) ->
                estimate(
                    invocations(runs, run -> figure.apply(run.measurement().start().restart())))));
  }

  /** The median over the invocations of their medians. */
  private static Latency median(
      List<PhaseResult> runs, Function<Measurement.Latencies, Latency> calls) {
    return Latency.median(
        grouped(runs, phase -> phase.origin().invocation()).values().stream()
            .map(
                same ->
                    Latency.median(
                        same.stream()
                            .map(run -> calls.apply(run.measurement().latencies()))
                            .toList()))
            .toList());
  }

  /** The median of a figure in each invocation. */
  private static List<Sample> invocations(
      List<PhaseResult> runs, ToDoubleFunction<PhaseResult> figure) {
    return grouped(runs, phase -> phase.origin().invocation()).entrySet().stream()
        .map(
            same ->
                new Sample(
                    same.getKey(),
                    Median.of(same.getValue().stream().mapToDouble(figure).toArray())))
        .toList();
  }

  private static Optional<Estimate> estimate(List<Sample> ofInvocations) {
    return Median.estimate(ofInvocations.stream().mapToDouble(Sample::figure).toArray());
  }

  private static Optional<Estimate> capacity(List<Capacity> searches, List<Sample> ofInvocations) {
    Optional<Estimate> all = estimate(ofInvocations);
    return searches.size() == 1
        ? searches.stream()
            .map(
                one ->
                    new Estimate(
                        1,
                        one.opsS(),
                        OptionalDouble.of(one.ci95Low()),
                        OptionalDouble.of(one.ci95High()),
                        OptionalDouble.empty()))
            .findFirst()
        : all;
  }
}
