package org.pmemycsb.harness.calibrate;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.pmemycsb.harness.experiment.DatabaseChoice;
import org.pmemycsb.harness.experiment.RunnerKind;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.statistics.Bootstrap;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * A cell of the trace runner between what bounds it. Figures are medians over valid runs, in
 * operations per second over all threads; a ratio is the median over the repeats in which both
 * sides are valid, of that repeat's ratio, so that a drift of the machine cancels out.
 *
 * @param floorNs what the harness itself costs, in nanoseconds of one thread for each operation
 * @param floorOpsS the trace runner on noop
 * @param ceilingOpsS the native program on the same operations
 * @param ofCeiling trace runner over native program
 * @param stockOpsS the stock YCSB client on the same database
 * @param overStock trace runner over stock client
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Calibration(
    String database,
    String phase,
    int threads,
    int valueSizeBytes,
    String durability,
    double traceOpsS,
    Optional<Double> floorNs,
    Optional<Double> floorOpsS,
    Optional<Double> ceilingOpsS,
    Optional<Estimate> ofCeiling,
    Optional<Double> stockOpsS,
    Optional<Estimate> overStock) {

  private record Conditions(String phase, int threads, int valueSize, String durability) {
    static Conditions of(PhaseResult result) {
      return new Conditions(
          result.phase(), result.threads(), result.valueSizeBytes(), result.durability());
    }
  }

  private static final double NANOS_PER_SECOND = 1e9;
  private static final String FLOOR = DatabaseChoice.NOOP.label();

  /**
   * Every cell of the trace runner for which a ceiling or the stock client was measured, in the
   * order in which they were first measured.
   *
   * @param seed of the bootstrap
   */
  public static List<Calibration> of(List<PhaseResult> phases, long seed) {
    List<PhaseResult> valid = phases.stream().filter(PhaseResult::valid).toList();
    Set<String> databases =
        valid.stream()
            .map(PhaseResult::database)
            .filter(database -> !database.equals(FLOOR))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    Set<Conditions> conditions =
        valid.stream().map(Conditions::of).collect(Collectors.toCollection(LinkedHashSet::new));
    List<Calibration> all = new ArrayList<>();
    for (String database : databases) {
      for (Conditions under : conditions) {
        of(valid, database, under, seed).ifPresent(all::add);
      }
    }
    return all;
  }

  private static Optional<Calibration> of(
      List<PhaseResult> valid, String database, Conditions under, long seed) {
    Map<Integer, Double> trace = throughput(valid, database, RunnerKind.TRACE, under);
    Map<Integer, Double> ceiling = throughput(valid, database, RunnerKind.NATIVE, under);
    Map<Integer, Double> stock = throughput(valid, database, RunnerKind.YCSB, under);
    if (trace.isEmpty() || ceiling.isEmpty() && stock.isEmpty()) {
      return Optional.empty();
    }
    Optional<Double> floor = median(throughput(valid, FLOOR, RunnerKind.TRACE, under));
    return Optional.of(
        new Calibration(
            database,
            under.phase(),
            under.threads(),
            under.valueSize(),
            under.durability(),
            median(trace).orElseThrow(),
            floor.map(each -> under.threads() * NANOS_PER_SECOND / each),
            floor,
            median(ceiling),
            ratio(trace, ceiling, seed),
            median(stock),
            ratio(trace, stock, seed)));
  }

  /** By repeat. */
  private static Map<Integer, Double> throughput(
      List<PhaseResult> valid, String database, RunnerKind runner, Conditions under) {
    Predicate<PhaseResult> wanted =
        result ->
            result.database().equals(database)
                && result.runner().equals(runner.id())
                && Conditions.of(result).equals(under);
    return valid.stream()
        .filter(wanted)
        .collect(
            Collectors.toMap(
                PhaseResult::repeat, PhaseResult::throughputOpsS, (a, b) -> b, TreeMap::new));
  }

  private static Optional<Double> median(Map<Integer, Double> figures) {
    double[] all = figures.values().stream().mapToDouble(x -> x).toArray();
    return all.length == 0 ? Optional.empty() : Optional.of(new Median().evaluate(all));
  }

  private static Optional<Estimate> ratio(
      Map<Integer, Double> upper, Map<Integer, Double> lower, long seed) {
    double[] pairs =
        upper.entrySet().stream()
            .filter(each -> lower.containsKey(each.getKey()))
            .mapToDouble(each -> each.getValue() / lower.get(each.getKey()))
            .toArray();
    return Bootstrap.median(pairs, seed);
  }
}
