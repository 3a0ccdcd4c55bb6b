package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Percentiles;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.plan.design.FigureUnit;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.report.model.Chart.Axis;
import org.pmemycsb.harness.report.model.Chart.Look;
import org.pmemycsb.harness.report.model.Chart.Point;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Chart.Scale;
import org.pmemycsb.harness.report.model.Chart.Series;
import org.pmemycsb.harness.report.model.Chart.Tick;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.tables.CellTables;
import org.pmemycsb.harness.result.Capacity;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Latency;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.statistics.CapacitySearch;

/** The charts of a comparison: a section for each question that the data answers. */
final class Questions {
  static final String WORKLOADS = "workloads";
  static final String SLOW = "p99";

  private static final int FEWEST_SAMPLES = 3;
  // Seconds. Shorter phases have samples below a slice of the scheduler, which show noise.
  private static final double SHORTEST_COURSE = 2;
  // A logarithmic axis has no place for zero.
  private static final double LEAST_MICROS = 1e-3;

  private final Charts charts;
  private final Map<Conditions, Map<CallKind, Percentiles>> latencies;

  private Questions(Charts charts, Map<Conditions, Map<CallKind, Percentiles>> latencies) {
    this.charts = charts;
    this.latencies = latencies;
  }

  static List<Section> of(
      Charts charts,
      List<PhaseResult> phases,
      Map<Conditions, Map<CallKind, Percentiles>> latencies) {
    Questions all = new Questions(charts, latencies);
    // A series over the machines has no number of them in its name.
    Names oneName =
        new Names(
            charts.cells().stream()
                .map(cell -> cell.key().with(Dimension.MACHINES, 0))
                .distinct()
                .toList());
    return Stream.of(
            all.byWorkload(),
            over(
                charts,
                "value-size",
                "What do larger values cost?",
                "value size",
                Conditions::valueSizeBytes,
                ByteSize::format,
                key -> Plural.of(key.threads(), "thread")),
            over(
                charts,
                "threads",
                "What do more threads bring?",
                "client threads",
                Conditions::threads,
                Long::toString,
                key -> ByteSize.format(key.valueSizeBytes())),
            over(
                new Charts(
                    charts.cells(), oneName, charts.unit(), charts.phases(), charts.titles()),
                "machines",
                "What do more machines bring?",
                "machines with clients",
                Conditions::machines,
                Long::toString,
                Charts::conditions),
            all.slow(),
            all.latency(),
            all.overTime(phases))
        .filter(Section::any)
        .toList();
  }

  private Section byWorkload() {
    return charts.section(
        WORKLOADS,
        "Which database is how fast on which workload?",
        "Higher is " + charts.higher() + ". The line through a mark is the 95 % interval.",
        Charts::conditions,
        false,
        List.of(
            Charts.Panel.of(
                "Throughput by workload",
                cell -> List.of(throughput(cell, position(cell))),
                Axis.of("phase", phases()),
                charts::rates)));
  }

  private List<String> phases() {
    return charts.cells().stream().map(cell -> cell.key().phase()).distinct().toList();
  }

  private double position(Cell cell) {
    return phases().indexOf(cell.key().phase());
  }

  /** INVALID where the cell has no throughput. */
  private static Point throughput(Cell cell, double x) {
    return cell.throughput()
        .estimate()
        .filter(known -> cell.valid() && known.figure() > 0)
        .map(known -> Point.of(x, known))
        .orElse(Point.invalid(x));
  }

  /** Charts over a dimension; empty if the cells have one value of it. */
  private static Section over(
      Charts charts,
      String id,
      String title,
      String label,
      ToLongFunction<Conditions> dimension,
      LongFunction<String> text,
      Function<Conditions, String> conditions) {
    Axis axis =
        Axis.of(
            label,
            charts.cells().stream().mapToLong(cell -> dimension.applyAsLong(cell.key())),
            text);
    Charts.Panel panel =
        Charts.Panel.of(
            "",
            cell -> List.of(throughput(cell, dimension.applyAsLong(cell.key()))),
            axis,
            charts::rates);
    return charts.section(
        id,
        title,
        "One figure for each %s; higher is %s. Lines through the marks are 95 %% intervals."
            .formatted(charts.phases(), charts.higher()),
        conditions,
        true,
        axis.names().size() < 2 ? List.of() : List.of(panel));
  }

  /** The time of a restart over the size of the data; empty unless several sizes have one. */
  static Section restarts(Results results) {
    ToLongFunction<Cell> bytes =
        cell -> results.experiment().dataBytes(cell.key().valueSizeBytes());
    List<Cell> cells =
        results.restarts().stream()
            .filter(cell -> cell.valid() && CellTables.answer(cell).isPresent())
            .toList();
    Axis sizes =
        Axis.of("size of keys and values", cells.stream().mapToLong(bytes), ByteSize::rounded);
    Charts.Panel panel =
        Charts.Panel.of(
            "Restart after a kill",
            cell -> List.of(Point.of(bytes.applyAsLong(cell), CellTables.answer(cell).get())),
            sizes,
            any -> Axis.log("seconds until the first right answer"));
    return new Charts(
            cells, Names.of(results.restarts()), FigureUnit.OPERATIONS, "restart", phase -> "")
        .section(
            "restart-sizes",
            "How long does a restart take with more data?",
            "Lower is better. Seconds from the command to start again until the first right answer."
                + " Lines through the marks are 95 % intervals.",
            key -> Plural.of(key.threads(), "thread"),
            false,
            sizes.names().size() < 2 ? List.of() : List.of(panel));
  }

  /**
   * The trials of searches for the highest rate that holds a goal.
   *
   * @param found the cells that have such a rate
   */
  static Section capacity(Results results, List<Cell> found, String goal) {
    Map<Conditions, List<Capacity>> searches = new HashMap<>();
    results.phases().stream()
        .filter(phase -> phase.valid() && phase.measurement().capacity() != null)
        .sorted(Comparator.comparingDouble(phase -> phase.measurement().capacity().opsS()))
        .forEach(
            phase ->
                searches
                    .computeIfAbsent(phase.conditions(), none -> new ArrayList<>())
                    .add(phase.measurement().capacity()));
    if (found.isEmpty()) {
      return Section.charts("capacity", "", "", Map.of());
    }
    Capacity any = searches.get(found.get(0).key()).get(0);
    return Charts.of(found, Names.of(results.cells()))
        .section(
            "capacity",
            "Latency over throughput",
            "Each mark is a trial of the survey, at a fixed rate; the thin line is the goal. Latency"
                + " counts from the intended start. Trials that were not sustained are left out.",
            Charts::conditions,
            true,
            List.of(
                Charts.Panel.of(
                    "",
                    cell -> trials(searches.get(cell.key())),
                    Axis.linear("operations per second"),
                    all -> Axis.log(any.goal() + ", microseconds"))))
        .redrawn(
            chart ->
                chart.with(
                    new Series(
                        "goal: " + goal,
                        Role.BOUND,
                        new Look(0, 0),
                        List.of(
                            Point.of(0, any.limitUs()),
                            Point.of(Charts.farthest(chart.series()), any.limitUs())))));
  }

  /** The survey of the median search, from the lowest rate to the highest. */
  private static List<Point> trials(List<Capacity> sorted) {
    return sorted.get((sorted.size() - 1) / 2).steps().stream()
        .limit(CapacitySearch.SURVEY_TRIALS) // at the knee, trials of one rate differ too much
        .filter(step -> step.sustained() && step.latencyUs() != null)
        .sorted(Comparator.comparingDouble(Capacity.Step::achievedOpsS))
        .map(step -> Point.of(step.achievedOpsS(), Math.max(LEAST_MICROS, step.latencyUs())))
        .toList();
  }

  private Section slow() {
    return charts.section(
        SLOW,
        "How long do slow operations take?",
        "Lower is better. 1 of 100 operations took longer than p99. Geometric mean over the"
            + " runs, with its 95 % interval. p99 needs "
            + Latency.FEWEST_ABOVE
            + " slower operations in each run.",
        Charts::conditions,
        false,
        latencies(
            "p99 of ",
            (cell, kind) -> micros(cell, kind, 99, position(cell)).stream(),
            any -> Axis.of("phase", phases())));
  }

  private Section latency() {
    return charts.section(
        "latency",
        "How long does an operation take?",
        "Lower is better. The time at 99 % is p99: 99 of 100 operations were faster. Median"
            + " over the runs, with its 95 % interval. A curve ends where fewer than "
            + Latency.FEWEST_ABOVE
            + " operations of a run were slower.",
        Charts::conditions,
        true,
        latencies(
            "",
            (cell, kind) ->
                Percentiles.ALL.stream()
                    .flatMap(each -> micros(cell, kind, each, rarity(each)).stream()),
            Questions::shares));
  }

  private List<Charts.Panel> latencies(
      String title,
      BiFunction<Cell, CallKind, Stream<Point>> points,
      Function<List<Series>, Axis> x) {
    return Stream.of(CallKind.values())
        .map(
            kind ->
                new Charts.Panel(
                    kind.plural(),
                    title + kind.plural(),
                    charts.contenders(cell -> points.apply(cell, kind).toList()),
                    x,
                    any -> Axis.log("microseconds")))
        .toList();
  }

  private Optional<Point> micros(Cell cell, CallKind kind, double percentile, double x) {
    return Optional.ofNullable(latencies.getOrDefault(cell.key(), Map.of()).get(kind))
        .flatMap(known -> known.mean(percentile))
        .map(
            micros ->
                new Point(x, Math.max(micros.figure(), LEAST_MICROS), micros.low(), micros.high()));
  }

  private static Axis shares(List<Series> all) {
    double most = Charts.farthest(all);
    return new Axis(
        "share of operations, %",
        Scale.LOG_NAMED,
        Percentiles.ALL.stream()
            .filter(percentile -> rarity(percentile) <= most)
            .map(percentile -> new Tick(rarity(percentile), Percentiles.name(percentile)))
            .toList());
  }

  /** The number of operations of which one is slower. */
  private static double rarity(double percentile) {
    return Math.round(1e5 / (100 - percentile)) / 1e3;
  }

  private Section overTime(List<PhaseResult> phases) {
    Map<Conditions, List<PhaseResult>> repeats =
        Cells.grouped(
            phases.stream()
                .filter(PhaseResult::valid)
                .sorted(Comparator.comparingDouble(PhaseResult::throughputOpsS))
                .toList(),
            PhaseResult::conditions);
    return charts.section(
        "time",
        "Is the throughput steady?",
        "Throughput over time, in the run with the median throughput. Phases of less than 2 s"
            + " have no curve, because it would show noise. If a curve falls, the"
            + " database became slower. Dips are pauses.",
        Charts::conditions,
        true,
        List.of(
            Charts.Panel.of(
                "",
                charts.contenders(cell -> course(repeats.getOrDefault(cell.key(), List.of()))),
                Axis.linear("seconds since the start"),
                charts::rates)));
  }

  /** Throughput over time in the median repeat; they are sorted by throughput. */
  private static List<Point> course(List<PhaseResult> repeats) {
    if (repeats.isEmpty()) {
      return List.of();
    }
    PhaseMeasurement.Series series = repeats.get((repeats.size() - 1) / 2).measurement().series();
    List<Double> ends = series.seconds();
    List<Point> points = new ArrayList<>();
    double before = 0;
    // The last interval ends with the phase, so it may be too short for a rate.
    int samples = Math.min(ends.size(), series.operations().size()) - 1;
    for (int i = 0; i < samples; i++) {
      double end = ends.get(i);
      long operations = series.operations().get(i);
      // A logarithmic axis has no place for an interval in which no operation ended.
      if (end > before && operations > 0) {
        points.add(Point.of(end, operations / (end - before)));
      }
      before = end;
    }
    return points.size() < FEWEST_SAMPLES || ends.get(samples) < SHORTEST_COURSE
        ? List.of()
        : points;
  }
}
