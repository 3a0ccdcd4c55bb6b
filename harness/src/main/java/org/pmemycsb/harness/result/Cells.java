package org.pmemycsb.harness.result;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.apache.commons.statistics.descriptive.GeometricMean;
import org.pmemycsb.harness.statistics.Estimate;
import org.pmemycsb.harness.statistics.Invocations;
import org.pmemycsb.harness.statistics.Sample;

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
    return among(alone, Cell::served);
  }

  /**
   * The cells with the scatter of all. That of the load says nothing about that of workloads. A
   * busy machine slows the wake-ups of two processes otherwise than the work of one, so servers
   * share its speed with servers.
   *
   * @param served whether a cell is of a server
   */
  private static List<Cell> among(List<Cell> cells, Predicate<Cell> served) {
    Map<Cell, Cell> all = new HashMap<>();
    Map<Boolean, List<Cell>> usable =
        grouped(
            cells.stream().filter(cell -> cell.usable() && cell.invocations().size() > 0).toList(),
            cell -> cell.key().isLoad());
    for (List<Cell> alike : usable.values()) {
      Map<Cell, Invocations> wide = scattered(alike, cell -> List.of(), 1);
      Map<Cell, Invocations> close = scattered(alike, cell -> List.of(served.test(cell)), 2);
      alike.forEach(
          cell ->
              all.put(
                  cell,
                  cell.among(
                      close.containsKey(cell)
                          ? close.get(cell).among(wide.get(cell))
                          : wide.get(cell))));
    }
    return cells.stream().map(cell -> all.getOrDefault(cell, cell)).toList();
  }

  /**
   * The figures of cells in groups with equal conditions in one phase.
   *
   * @param kind what else is equal in a group
   * @param fewest cells of a group; a smaller one is left out
   */
  private static Map<Cell, Invocations> scattered(
      List<Cell> cells, Function<Cell, List<Object>> kind, int fewest) {
    List<List<Cell>> groups =
        grouped(cells, cell -> List.of(cell.key().common(), kind.apply(cell))).values().stream()
            .filter(group -> group.size() >= fewest)
            .toList();
    List<List<Object>> lives =
        groups.stream()
            .map(group -> group.get(0))
            .map(cell -> List.<Object>of(cell.key().in("").common(), kind.apply(cell)))
            .toList();
    List<List<Invocations>> known =
        Invocations.of(
            groups.stream()
                .map(group -> group.stream().map(cell -> cell.invocations().samples()).toList())
                .toList(),
            lives.stream().map(lives::indexOf).toList());
    Map<Cell, Invocations> all = new HashMap<>();
    for (int g = 0; g < groups.size(); g++) {
      for (int i = 0; i < groups.get(g).size(); i++) {
        all.put(groups.get(g).get(i), known.get(g).get(i));
      }
    }
    return all;
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
    Set<Conditions> served =
        cells.stream()
            .filter(Cell::served)
            .map(cell -> cell.key().in(name))
            .collect(Collectors.toSet());
    return among(alone, cell -> served.contains(cell.key()));
  }

  private static Cell mean(Conditions key, List<Cell> phases) {
    List<Sample> samples =
        grouped(
                phases.stream().flatMap(cell -> cell.throughput().samples().stream()).toList(),
                Sample::invocation)
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
    double[] written =
        phases.stream()
            .flatMapToDouble(cell -> cell.figure(FileColumns.WRITTEN_BEFORE).stream())
            .toArray();
    return new Cell(
        key,
        new Cell.Repeats(samples.size(), samples.size(), 0, null, 0, List.of()),
        Cell.Rate.of(Invocations.of(samples)),
        Cell.Rate.NONE,
        Optional.empty(),
        Cell.Medium.UNKNOWN,
        Estimate.of(written)
            .map(known -> Map.of(FileColumns.WRITTEN_BEFORE, known))
            .orElse(Map.of()));
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
            sustained.isEmpty() ? null : Boolean.valueOf(!sustained.contains(false)),
            all.stream().mapToLong(each -> each.work().errors()).sum(),
            repeats.stream().map(PhaseResult::reason).filter(Objects::nonNull).distinct().toList()),
        Cell.Rate.of(Invocations.of(throughputs)),
        new Cell.Rate(capacity(capacities, ratesOfCapacity), Invocations.of(ratesOfCapacity)),
        Optional.empty(),
        Cell.Medium.UNKNOWN,
        figures(validRuns));
  }

  private static Map<String, Estimate> figures(List<PhaseResult> valid) {
    Map<String, Estimate> figures = new HashMap<>();
    for (FileColumn column : FileColumns.SUMMARISED) {
      column.summarised(valid).ifPresent(known -> figures.put(column.name(), known));
    }
    return figures;
  }

  private static List<Sample> invocations(
      List<PhaseResult> runs, ToDoubleFunction<PhaseResult> figure) {
    return runs.stream()
        .map(
            run ->
                new Sample(
                    run.origin().invocation(),
                    figure.applyAsDouble(run),
                    Objects.requireNonNullElse(
                        run.measurement().replay().iterationsOpsS(), List.of())))
        .toList();
  }

  private static Optional<Estimate> capacity(List<Capacity> searches, List<Sample> ofInvocations) {
    if (searches.size() != 1) {
      return Estimate.of(ofInvocations.stream().mapToDouble(Sample::figure).toArray());
    }
    Capacity one = searches.get(0);
    return Optional.of(
        new Estimate(
            1,
            one.opsS(),
            OptionalDouble.of(one.ci95Low()),
            OptionalDouble.of(one.ci95High()),
            OptionalDouble.empty()));
  }
}
