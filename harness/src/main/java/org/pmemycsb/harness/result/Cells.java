package org.pmemycsb.harness.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.pmemycsb.harness.statistics.Bootstrap;
import org.pmemycsb.harness.statistics.Estimate;

/** Summarises phases into cells. */
public final class Cells {
  private Cells() {}

  /** The cells, in the order of their first phases in the list. */
  public static List<Cell> of(List<PhaseResult> phases, long seed) {
    return grouped(phases, PhaseResult::conditions).entrySet().stream()
        .map(entry -> summarise(entry.getKey(), entry.getValue(), seed))
        .toList();
  }

  /** Groups with their members, both in the order of the list. */
  public static <T, K> Map<K, List<T>> grouped(List<T> all, Function<T, K> by) {
    return all.stream().collect(Collectors.groupingBy(by, LinkedHashMap::new, Collectors.toList()));
  }

  private static Cell summarise(Conditions key, List<PhaseResult> repeats, long seed) {
    List<Measurement> all = repeats.stream().map(PhaseResult::measurement).toList();
    List<Measurement> valid = all.stream().filter(Measurement::valid).toList();
    List<Double> throughputs = valid.stream().map(Measurement::throughputOpsS).toList();
    List<Boolean> sustained =
        valid.stream().map(each -> each.pace().sustained()).filter(Objects::nonNull).toList();
    boolean carried = !sustained.contains(false);
    List<Capacity> capacities =
        valid.stream().map(Measurement::capacity).filter(Objects::nonNull).toList();
    return new Cell(
        key,
        repeats.size(),
        valid.size(),
        Bootstrap.median(throughputs.stream().mapToDouble(x -> x).toArray(), seed),
        throughputs,
        carried ? Latency.median(valid.stream().map(Measurement::reads).toList()) : Latency.NONE,
        carried ? Latency.median(valid.stream().map(Measurement::writes).toList()) : Latency.NONE,
        (int) valid.stream().filter(measured -> measured.series().unsteady()).count(),
        all.stream().mapToLong(Measurement::errors).sum(),
        repeats.stream().map(PhaseResult::reason).filter(Objects::nonNull).distinct().toList(),
        sustained.isEmpty() ? null : Boolean.valueOf(carried),
        capacity(capacities, seed),
        capacities.stream().map(Capacity::opsS).toList(),
        Optional.empty(),
        Optional.empty(),
        OptionalDouble.empty());
  }

  private static Optional<Estimate> capacity(List<Capacity> searches, long seed) {
    Optional<Estimate> all =
        Bootstrap.median(searches.stream().mapToDouble(Capacity::opsS).toArray(), seed);
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
