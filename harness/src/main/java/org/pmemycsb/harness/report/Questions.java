package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Percentiles;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Chart.Axis;
import org.pmemycsb.harness.report.model.Chart.Point;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Chart.Scale;
import org.pmemycsb.harness.report.model.Chart.Series;
import org.pmemycsb.harness.report.model.Chart.Tick;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Latency;
import org.pmemycsb.harness.result.PhaseResult;

/** Turns cells into charts: a section for each question that the data answers. */
final class Questions {
  static final String OPERATIONS = "operations per second";
  static final String WORKLOADS = "workloads";

  // Above this ratio of the largest to the smallest value, a linear axis hides the small ones.
  private static final double WIDE = 20;

  private final List<Cell> cells;
  private final Names names;
  private final String mixture;

  private Questions(List<Cell> cells, Names names) {
    this.cells = cells;
    this.names = names;
    this.mixture =
        names.mixedLevels().isEmpty()
            ? ""
            : " (mixes durability " + String.join(", ", names.mixedLevels()) + ")";
  }

  static List<Section> of(
      List<Cell> cells,
      List<PhaseResult> phases,
      Map<Conditions, Map<CallKind, Percentiles>> latencies) {
    Questions questions = new Questions(cells, Names.of(cells));
    Map<Conditions, List<PhaseResult>> repeats =
        Cells.grouped(
            phases.stream()
                .filter(PhaseResult::valid)
                .sorted(Comparator.comparingDouble(PhaseResult::throughputOpsS))
                .toList(),
            PhaseResult::conditions);
    return Stream.of(
            Section.charts(
                WORKLOADS,
                "Which database is how fast on which workload?",
                "Higher is faster. The line through a mark is the 95 % interval.",
                questions.byWorkload()),
            questions.over(
                "value-size",
                "What do larger values cost?",
                "value size",
                Conditions::valueSizeBytes,
                at -> ByteSize.format((long) at),
                key -> Plural.of(key.threads(), "thread")),
            questions.over(
                "threads",
                "What do more threads bring?",
                "client threads",
                Conditions::threads,
                at -> Integer.toString((int) at),
                key -> ByteSize.format(key.valueSizeBytes())),
            new Questions(cells, Names.withoutMachines(cells))
                .over(
                    "machines",
                    "What do more machines bring?",
                    "machines with clients",
                    Conditions::machines,
                    at -> Integer.toString((int) at),
                    Questions::conditions),
            Section.charts(
                "slow",
                "How long do slow operations take?",
                "Lower is better. 1 of 100 operations took longer than p99. Geometric mean over the"
                    + " runs, with its 95 % interval. p99 needs "
                    + Latency.FEWEST_ABOVE
                    + " slower operations in each run.",
                questions.slow(latencies)),
            Section.charts(
                "latency",
                "How long does an operation take?",
                "Lower is better. The time at 99 % is p99: 99 of 100 operations were faster. Median"
                    + " over the runs, with its 95 % interval. A curve ends where fewer than "
                    + Latency.FEWEST_ABOVE
                    + " operations of a run were slower.",
                questions.curves(
                    "latency",
                    Stream.of(CallKind.values())
                        .map(kind -> Curve.latency(kind, latencies))
                        .toList())),
            Section.charts(
                "time",
                "Is the throughput steady?",
                "Throughput over time, in the run with the median throughput. Phases of less than 2 s"
                    + " have no curve, because it would show noise. If a curve falls, the"
                    + " database became slower. Dips are pauses.",
                questions.curves("time", List.of(Curve.course(repeats)))))
        .filter(Section::any)
        .toList();
  }

  private List<Section.Group> byWorkload() {
    return groups(
        cells,
        Questions::conditions,
        (conditions, inGroup) ->
            List.of(
                new Chart(
                    id(WORKLOADS, conditions),
                    "Throughput by workload, " + conditions + mixture,
                    phases(),
                    throughput(wide(inGroup)),
                    series(inGroup, this::position))));
  }

  /** The p99 by workload, a chart for each kind of calls. */
  private List<Section.Group> slow(Map<Conditions, Map<CallKind, Percentiles>> latencies) {
    return groups(
        contenders(cells),
        Questions::conditions,
        (conditions, inGroup) ->
            Stream.of(CallKind.values())
                .flatMap(
                    kind -> {
                      List<Series> all =
                          byKey(inGroup, names::series).values().stream()
                              .map(
                                  ofOne -> series(ofOne.get(0).key(), slow(ofOne, kind, latencies)))
                              .filter(each -> !each.points().isEmpty())
                              .toList();
                      String title = "p99 of " + kind.plural() + ", " + conditions;
                      Axis y = Axis.log("microseconds");
                      return all.isEmpty()
                          ? Stream.empty()
                          : Stream.of(
                              new Chart(
                                  id("p99", kind.plural() + " " + conditions),
                                  title + mixture,
                                  phases(),
                                  y,
                                  all));
                    })
                .toList());
  }

  private List<Point> slow(
      List<Cell> ofOne, CallKind kind, Map<Conditions, Map<CallKind, Percentiles>> latencies) {
    return ofOne.stream()
        .filter(Cell::valid)
        .flatMap(
            cell ->
                Optional.ofNullable(latencies.getOrDefault(cell.key(), Map.of()).get(kind))
                    .flatMap(known -> known.mean(99))
                    .map(p99 -> Curve.point(position(cell.key()), p99))
                    .stream())
        .toList();
  }

  private List<String> phaseNames() {
    return cells.stream().map(cell -> cell.key().phase()).distinct().toList();
  }

  private double position(Conditions key) {
    return phaseNames().indexOf(key.phase());
  }

  private Axis phases() {
    List<String> names = phaseNames();
    return new Axis(
        "phase",
        Scale.CATEGORIES,
        IntStream.range(0, names.size()).mapToObj(i -> new Tick(i, names.get(i))).toList());
  }

  /** Charts over a dimension; empty if the cells have one value of it. */
  private Section over(
      String id,
      String title,
      String label,
      ToDoubleFunction<Conditions> dimension,
      DoubleFunction<String> text,
      Function<Conditions, String> conditions) {
    List<Tick> ticks =
        cells.stream()
            .map(cell -> dimension.applyAsDouble(cell.key()))
            .distinct()
            .sorted()
            .map(at -> new Tick(at, text.apply(at)))
            .toList();
    Axis x = new Axis(label, Scale.LOG_NAMED, ticks);
    return Section.charts(
        id,
        title,
        "One figure for each phase; higher is faster. Lines through the marks are 95 % intervals.",
        ticks.size() < 2
            ? List.of()
            : groups(
                cells, conditions, (group, inGroup) -> over(id, x, dimension, group, inGroup)));
  }

  private List<Chart> over(
      String id, Axis x, ToDoubleFunction<Conditions> dimension, String group, List<Cell> inGroup) {
    List<Chart> charts = new ArrayList<>();
    Map<String, List<Cell>> byPhase = byKey(inGroup, Conditions::phase);
    // Readers compare charts side by side, so all have the same kind of scale.
    boolean wide = byPhase.values().stream().anyMatch(this::wide);
    byPhase.forEach(
        (phase, inChart) ->
            charts.add(
                new Chart(
                    id(id, phase + " " + group),
                    phase(phase) + ", " + group + mixture,
                    x,
                    throughput(wide),
                    series(inChart, dimension))));
    return charts;
  }

  /** A chart for each phase and each kind of curve. */
  private List<Section.Group> curves(String id, List<Curve> curves) {
    return groups(
        contenders(cells),
        Questions::conditions,
        (conditions, inGroup) ->
            byKey(inGroup, Conditions::phase).entrySet().stream()
                .flatMap(
                    phase ->
                        curves.stream()
                            .flatMap(
                                each ->
                                    chart(id, conditions, phase.getKey(), phase.getValue(), each)))
                .toList());
  }

  private Stream<Chart> chart(
      String id, String conditions, String phase, List<Cell> inChart, Curve curve) {
    List<Series> all =
        inChart.stream()
            .filter(Cell::valid)
            .map(cell -> series(cell.key(), curve.points().apply(cell)))
            .filter(each -> !each.points().isEmpty())
            .toList();
    String what = curve.what().isEmpty() ? "" : curve.what() + ", ";
    return all.isEmpty()
        ? Stream.empty()
        : Stream.of(
            new Chart(
                id(id, phase + " " + what + conditions),
                phase(phase) + ", " + what + conditions + mixture,
                curve.x().apply(all),
                curve.y().apply(all),
                all));
  }

  static Axis throughput(boolean wide) {
    return wide ? Axis.log(OPERATIONS) : Axis.linear(OPERATIONS);
  }

  /** Whether a linear axis would hide small values. */
  static boolean isWide(List<Series> series) {
    DoubleSummaryStatistics all =
        series.stream()
            .flatMap(each -> each.points().stream())
            .filter(Point::known)
            .mapToDouble(Point::y)
            .summaryStatistics();
    return all.getCount() > 0 && all.getMax() / all.getMin() > WIDE;
  }

  private boolean wide(List<Cell> inChart) {
    return isWide(series(contenders(inChart), key -> 1));
  }

  private List<Cell> contenders(List<Cell> of) {
    return of.stream().filter(cell -> names.role(cell.key()) == Role.CONTENDER).toList();
  }

  private List<Series> series(List<Cell> inChart, ToDoubleFunction<Conditions> x) {
    return byKey(inChart, names::series).values().stream()
        .map(ofOne -> series(ofOne.get(0).key(), points(ofOne, x)))
        .toList();
  }

  private Series series(Conditions key, List<Point> points) {
    return new Series(names.series(key), names.role(key), names.look(key), points)
        .bounding(names.bounded(key));
  }

  private static List<Point> points(List<Cell> cells, ToDoubleFunction<Conditions> x) {
    return cells.stream()
        .map(cell -> point(cell, x.applyAsDouble(cell.key())))
        .sorted(Comparator.comparingDouble(Point::x))
        .toList();
  }

  /** The throughput of a cell; INVALID where it has none. */
  static Point point(Cell cell, double x) {
    return cell.throughput()
        .estimate()
        .filter(known -> cell.valid() && known.figure() > 0)
        .map(known -> new Point(x, known.figure(), known.low(), known.high()))
        .orElse(Point.invalid(x));
  }

  /** The charts by conditions, without empty groups. */
  static List<Section.Group> groups(
      List<Cell> cells,
      Function<Conditions, String> conditions,
      BiFunction<String, List<Cell>, List<Chart>> charts) {
    return byKey(cells, conditions).entrySet().stream()
        .map(each -> new Section.Group(each.getKey(), charts.apply(each.getKey(), each.getValue())))
        .filter(group -> !group.charts().isEmpty())
        .toList();
  }

  private static Map<String, List<Cell>> byKey(List<Cell> cells, Function<Conditions, String> by) {
    return Cells.grouped(cells, cell -> by.apply(cell.key()));
  }

  static String conditions(Conditions key) {
    return Plural.of(key.threads(), "thread")
        + ", "
        + ByteSize.format(key.valueSizeBytes())
        + " values";
  }

  private static String phase(String phase) {
    return phase.equals("load") ? "Load" : "Workload " + phase;
  }

  static String id(String question, String rest) {
    return (question + "-" + rest).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }
}
