package org.pmemycsb.harness.analysis;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Label;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * A cell of the trace runner with its floor (the cost of the harness in the figure) and its ceiling
 * (the throughput without Java). The bounds come from ordinary runs of the grid, under the same
 * gates: those of {@code noop}, and those of the native runner. Figures are geometric means, in
 * operations per second over all threads; INVALID cells have none. A ratio is the geometric mean of
 * the ratios of each repeat that both sides made, so that a drift of the machine cancels out.
 *
 * @param floorNs cost of the harness, which is the trace runner on noop, in nanoseconds of one
 *     thread for each operation
 * @param ceilingOpsS the native program on the same operations; empty where it bounds nothing
 * @param ofCeiling trace runner over native program; also where the program is no ceiling because
 *     it is slower
 * @param noCeiling reason why the figures of the native program are no ceiling
 * @param stockOpsS the stock YCSB client on the same database
 * @param overStock trace runner over stock client
 * @param place name of the place of the data; empty where the data is not ours
 */
public record Calibration(
    @JsonUnwrapped Subject subject,
    double traceOpsS,
    Optional<Double> floorNs,
    Optional<Double> floorOpsS,
    Optional<Double> ceilingOpsS,
    Optional<Estimate> ofCeiling,
    Optional<String> noCeiling,
    Optional<Double> stockOpsS,
    Optional<Estimate> overStock,
    String place) {

  /** A database under conditions, whatever made the operations. */
  public record Subject(
      String database, String phase, int threads, int valueSizeBytes, String durability) {
    private static Subject of(Label database, Conditions key) {
      return new Subject(
          database.text(), key.phase(), key.threads(), key.valueSizeBytes(), key.durability());
    }
  }

  private static final double NANOS_PER_SECOND = 1e9;
  // Caches and garbage collection differ between phases whose lengths differ by more.
  private static final double UNLIKE = 2;
  private static final String TRACE = RunnerKind.TRACE.id();
  private static final Label FLOOR = new Label(DatabaseChoice.NOOP.label(), Optional.empty());

  /**
   * Every cell of the trace runner for which a ceiling or the stock client was measured, in the
   * order in which they were first measured.
   */
  public static List<Calibration> of(List<PhaseResult> phases) {
    Map<Conditions, Map<Integer, Measurement>> byRepeat = new LinkedHashMap<>();
    Cells.grouped(phases, Calibration::key)
        .forEach(
            (key, runs) -> {
              // An INVALID cell has no figure in any table.
              if (runs.stream().allMatch(PhaseResult::valid)) {
                Map<Integer, Measurement> measured = new TreeMap<>();
                runs.forEach(run -> measured.put(run.origin().invocation(), run.measurement()));
                byRepeat.put(key, measured);
              }
            });
    List<Conditions> floors =
        byRepeat.keySet().stream().map(key -> key.with(FLOOR, TRACE)).distinct().toList();
    return byRepeat.keySet().stream()
        .map(Conditions::label)
        .filter(database -> !database.equals(FLOOR))
        .distinct()
        .flatMap(
            database -> floors.stream().flatMap(floor -> of(byRepeat, database, floor).stream()))
        .toList();
  }

  /** The floor keeps no data, so it bounds a database on any place. */
  private static Conditions key(PhaseResult phase) {
    Conditions key = phase.conditions().anywhere();
    return key.label().equals(FLOOR) ? key.at("") : key;
  }

  private static Optional<Calibration> of(
      Map<Conditions, Map<Integer, Measurement>> byRepeat, Label database, Conditions floor) {
    Map<Integer, Measurement> none = Map.of();
    var trace = byRepeat.getOrDefault(floor.with(database, TRACE), none);
    var program = byRepeat.getOrDefault(floor.with(database, RunnerKind.NATIVE.id()), none);
    var stock = byRepeat.getOrDefault(floor.with(database, RunnerKind.YCSB.id()), none);
    if (trace.isEmpty() || program.isEmpty() && stock.isEmpty()) {
      return Optional.empty();
    }
    Map<Integer, Measurement> ceiling = new TreeMap<>();
    List<String> objections = new ArrayList<>();
    program.forEach(
        (repeat, measured) ->
            objection(trace.get(repeat), measured)
                .ifPresentOrElse(objections::add, () -> ceiling.put(repeat, measured)));
    Optional<Estimate> ofCeiling = ratio(trace, ceiling);
    Optional<String> noCeiling =
        ceiling.isEmpty()
            ? objections.stream().findFirst()
            : ofCeiling
                .filter(ratio -> ratio.low().orElse(ratio.figure()) > 1)
                .map(any -> "the native program was slower than the trace runner");
    Optional<Double> floorOpsS = mean(byRepeat.getOrDefault(floor.at(""), none));
    return Optional.of(
        new Calibration(
            Subject.of(database, floor),
            mean(trace).orElseThrow(),
            floorOpsS.map(each -> floor.threads() * NANOS_PER_SECOND / each),
            floorOpsS,
            noCeiling.isPresent() ? Optional.empty() : mean(ceiling),
            ofCeiling,
            noCeiling,
            mean(stock),
            ratio(trace, stock),
            floor.where()));
  }

  /**
   * The reason why the native program does not bound the trace runner. A ceiling needs equal
   * conditions, a similar length of the phase, and warm clients.
   *
   * @param trace null if its repeat has none
   */
  private static Optional<String> objection(Measurement trace, Measurement program) {
    double seconds = program.work().seconds();
    if (seconds < Measurement.ENOUGH_SECONDS) {
      return said(
          "the native program ran for less than %.2f s, so it was cold",
          Measurement.ENOUGH_SECONDS);
    }
    if (trace == null) {
      return Optional.empty();
    }
    if (trace.start().warmUp() != null && !trace.start().warmUp().steady()) {
      return said("the trace runner was not warm");
    }
    double longer = trace.work().seconds() / seconds;
    return trace.work().asked() == program.work().asked() || longer < UNLIKE && longer > 1 / UNLIKE
        ? Optional.empty()
        : said(
            "the trace runner ran for %.2f s and the native program for %.2f s",
            trace.work().seconds(), seconds);
  }

  private static Optional<String> said(String format, Object... figures) {
    return Optional.of(String.format(Locale.ROOT, format, figures));
  }

  /** Whether these are the figures of the native program that bound nothing. */
  public boolean isNoCeiling(Conditions key) {
    return noCeiling.isPresent()
        && key.isNative()
        && Subject.of(key.label(), key).equals(subject)
        && key.where().equals(place);
  }

  private static Optional<Double> mean(Map<Integer, Measurement> figures) {
    double[] all = figures.values().stream().mapToDouble(Measurement::throughputOpsS).toArray();
    return Estimate.of(all).map(Estimate::figure);
  }

  private static Optional<Estimate> ratio(
      Map<Integer, Measurement> upper, Map<Integer, Measurement> lower) {
    double[] pairs =
        upper.keySet().stream()
            .filter(lower::containsKey)
            .mapToDouble(
                each -> upper.get(each).throughputOpsS() / lower.get(each).throughputOpsS())
            .toArray();
    return Estimate.of(pairs);
  }
}
