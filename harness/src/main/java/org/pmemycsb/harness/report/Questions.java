package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.experiment.ByteSize;
import org.pmemycsb.harness.report.chart.Chart;
import org.pmemycsb.harness.report.chart.Chart.Axis;
import org.pmemycsb.harness.report.chart.Chart.Kind;
import org.pmemycsb.harness.report.chart.Chart.Point;
import org.pmemycsb.harness.report.chart.Chart.Role;
import org.pmemycsb.harness.report.chart.Chart.Scale;
import org.pmemycsb.harness.report.chart.Chart.Series;
import org.pmemycsb.harness.report.chart.Chart.Tick;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Latency;
import org.pmemycsb.harness.result.PhaseResult;

/** Turns cells into charts: one question after the other, and only those that the data answers. */
final class Questions {
  // Beyond this, a linear axis shows the fast and hides the slow.
  private static final double WIDE = 20;
  private static final int FEWEST_SAMPLES = 3;
  static final String OPERATIONS = "operations per second";

  private final List<Cell> cells;
  private final Names names;
  private final String mixture;

  private Questions(List<Cell> cells) {
    this.cells = cells;
    this.names = Names.of(cells);
    this.mixture =
        names.mixedLevels().isEmpty()
            ? ""
            : " (mixes durability " + String.join(", ", names.mixedLevels()) + ")";
  }

  /** The questions to which these results have an answer. */
  static List<Section> of(
      List<Cell> cells,
      List<PhaseResult> phases,
      Map<Conditions, Map<Percentiles.Kind, Percentiles>> latencies) {
    Questions questions = new Questions(cells);
    List<Section> all = new ArrayList<>();
    questions.byWorkload().ifPresent(all::add);
    questions.overValueSize().ifPresent(all::add);
    questions.overThreads().ifPresent(all::add);
    questions.latency(latencies).ifPresent(all::add);
    questions.overTime(phases).ifPresent(all::add);
    return all;
  }

  private Optional<Section> byWorkload() {
    List<String> phases = distinct(Conditions::phase);
    List<Tick> names = new ArrayList<>();
    for (int i = 0; i < phases.size(); i++) {
      names.add(new Tick(i, phases.get(i)));
    }
    List<Section.Group> groups = new ArrayList<>();
    grouped(cells, Questions::conditions)
        .forEach(
            (conditions, inGroup) -> {
              boolean wide = wide(inGroup);
              groups.add(
                  new Section.Group(
                      conditions,
                      List.of(
                          new Chart(
                              id("workloads", conditions),
                              "Throughput by workload, " + conditions + mixture,
                              wide ? Kind.DOTS : Kind.BARS,
                              new Axis("phase", Scale.CATEGORIES, names),
                              wide ? Axis.log(OPERATIONS) : Axis.linear(OPERATIONS),
                              series(inGroup, key -> phases.indexOf(key.phase()))))));
            });
    return question(
        "workloads",
        "Which database is how fast on which workload?",
        "Higher is faster. The line through a mark is the 95 % interval: repeats of the same"
            + " measurement scatter so far. A figure with marks instead of bars has a logarithmic"
            + " scale: each line across is ten times the one below.",
        groups);
  }

  private Optional<Section> overValueSize() {
    return over(
        "value-size",
        "What do larger values cost?",
        "value size",
        Conditions::valueSizeBytes,
        at -> ByteSize.format((long) at),
        key -> threads(key.threads()));
  }

  private Optional<Section> overThreads() {
    return over(
        "threads",
        "What do more threads bring?",
        "client threads",
        Conditions::threads,
        at -> Integer.toString((int) at),
        key -> ByteSize.format(key.valueSizeBytes()));
  }

  /** How a tick of a dimension is written. */
  private interface TickText {
    String of(double at);
  }

  private Optional<Section> over(
      String id,
      String title,
      String label,
      ToDoubleFunction<Conditions> dimension,
      TickText text,
      Function<Conditions, String> conditions) {
    List<Double> places =
        cells.stream()
            .map(cell -> dimension.applyAsDouble(cell.key()))
            .distinct()
            .sorted()
            .toList();
    if (places.size() < 2) {
      return Optional.empty();
    }
    Axis x =
        new Axis(
            label, Scale.LOG_NAMED, places.stream().map(at -> new Tick(at, text.of(at))).toList());
    List<Section.Group> groups = new ArrayList<>();
    grouped(cells, conditions)
        .forEach(
            (group, inGroup) -> {
              List<Chart> charts = new ArrayList<>();
              alone(inGroup, dimension)
                  .ifPresent(
                      phases ->
                          charts.add(
                              new Chart(
                                  id(id, "all phases " + group),
                                  names.series(contenders().get(0).key()) + ", " + group,
                                  Kind.LINES,
                                  x,
                                  spread(phases) > WIDE
                                      ? Axis.log(OPERATIONS)
                                      : Axis.linear(OPERATIONS),
                                  phases)));
              Map<String, List<Cell>> byPhase = grouped(inGroup, Conditions::phase);
              // Charts side by side are compared, so all have one scale or all the other.
              boolean wide = byPhase.values().stream().anyMatch(this::wide);
              byPhase.forEach(
                  (phase, inChart) ->
                      charts.add(
                          new Chart(
                              id(id, phase + " " + group),
                              phase(phase) + ", " + group + mixture,
                              Kind.LINES,
                              x,
                              wide ? Axis.log(OPERATIONS) : Axis.linear(OPERATIONS),
                              series(inChart, dimension))));
              groups.add(new Section.Group(group, charts));
            });
    return question(
        id,
        title,
        "One figure for each phase; higher is faster. Bars through the marks are 95 % intervals.",
        groups);
  }

  /** Where one database is measured alone, its phases are what a reader wants to compare. */
  private Optional<List<Series>> alone(List<Cell> inGroup, ToDoubleFunction<Conditions> dimension) {
    if (contenders().stream().map(cell -> names.series(cell.key())).distinct().count() != 1) {
      return Optional.empty();
    }
    List<Series> phases = new ArrayList<>();
    grouped(
            inGroup.stream().filter(cell -> names.role(cell.key()) == Role.CONTENDER).toList(),
            Conditions::phase)
        .forEach(
            (phase, cells) ->
                phases.add(
                    new Series(
                        phase(phase),
                        Role.CONTENDER,
                        // The first style is the database's own, in the charts beside this one.
                        1 + phases.size(),
                        points(cells, dimension))));
    return phases.size() > 1 ? Optional.of(phases) : Optional.empty();
  }

  /** The charts of one phase under one set of conditions. */
  private interface PhaseCharts {
    List<Chart> of(String conditions, String phase, List<Cell> cells);
  }

  private List<Section.Group> byPhase(PhaseCharts charts) {
    List<Section.Group> groups = new ArrayList<>();
    grouped(contenders(), Questions::conditions)
        .forEach(
            (conditions, inGroup) -> {
              List<Chart> all = new ArrayList<>();
              grouped(inGroup, Conditions::phase)
                  .forEach((phase, inChart) -> all.addAll(charts.of(conditions, phase, inChart)));
              if (!all.isEmpty()) {
                groups.add(new Section.Group(conditions, all));
              }
            });
    return groups;
  }

  private Optional<Section> latency(Map<Conditions, Map<Percentiles.Kind, Percentiles>> latencies) {
    List<Section.Group> groups =
        byPhase(
            (conditions, phase, inChart) ->
                Stream.of(Percentiles.Kind.values())
                    .flatMap(kind -> latency(conditions, phase, inChart, kind, latencies).stream())
                    .toList());
    return question(
        "latency",
        "How long does an operation take?",
        "Lower is better. At 99 % stands the time that 99 of 100 operations stayed within: the"
            + " further to the right, the rarer the waiting. Median over the runs, with its 95 %"
            + " interval; a curve ends where fewer than "
            + Latency.FEWEST_ABOVE
            + " operations of a run were slower.",
        groups);
  }

  private Optional<Chart> latency(
      String conditions,
      String phase,
      List<Cell> inChart,
      Percentiles.Kind kind,
      Map<Conditions, Map<Percentiles.Kind, Percentiles>> latencies) {
    List<Series> all = new ArrayList<>();
    for (Cell cell : inChart) {
      Percentiles known = latencies.getOrDefault(cell.key(), Map.of()).get(kind);
      if (known != null && cell.valid()) {
        List<Point> points = new ArrayList<>();
        known
            .runs()
            .forEach(
                (percentile, micros) ->
                    points.add(
                        new Point(
                            rarity(percentile),
                            Math.max(micros.median(), 1e-3),
                            micros.low(),
                            micros.high())));
        all.add(
            new Series(names.series(cell.key()), Role.CONTENDER, names.style(cell.key()), points));
      }
    }
    if (all.isEmpty()) {
      return Optional.empty();
    }
    double most =
        all.stream().flatMap(each -> each.points().stream()).mapToDouble(Point::x).max().orElse(2);
    List<Tick> ticks =
        Percentiles.ALL.stream()
            .filter(percentile -> rarity(percentile) <= most)
            .map(percentile -> new Tick(rarity(percentile), percent(percentile)))
            .toList();
    String what = kind == Percentiles.Kind.READ ? "reads" : "writes";
    return Optional.of(
        new Chart(
            id("latency", phase + " " + what + " " + conditions),
            phase(phase) + ", " + what + ", " + conditions + mixture,
            Kind.LINES,
            new Axis("share of operations, %", Scale.LOG_NAMED, ticks),
            Axis.log("microseconds"),
            all));
  }

  /** One operation in so many is slower. */
  private static double rarity(double percentile) {
    return Math.round(1e5 / (100 - percentile)) / 1e3;
  }

  private static String percent(double percentile) {
    return percentile == Math.rint(percentile)
        ? Integer.toString((int) percentile)
        : Double.toString(percentile);
  }

  private Optional<Section> overTime(List<PhaseResult> phases) {
    Map<Conditions, List<PhaseResult>> repeats =
        phases.stream()
            .filter(PhaseResult::valid)
            .collect(
                Collectors.groupingBy(
                    PhaseResult::conditions, LinkedHashMap::new, Collectors.toList()));
    List<Section.Group> groups =
        byPhase(
            (conditions, phase, inChart) ->
                overTime(conditions, phase, inChart, repeats).stream().toList());
    return question(
        "time",
        "Is the throughput steady?",
        "The repeat with the median throughput, second by second. A curve that falls shows a"
            + " database that cannot keep its pace; dips are pauses.",
        groups);
  }

  private Optional<Chart> overTime(
      String conditions,
      String phase,
      List<Cell> inChart,
      Map<Conditions, List<PhaseResult>> repeats) {
    List<Series> all = new ArrayList<>();
    for (Cell cell : inChart) {
      List<PhaseResult> valid =
          repeats.getOrDefault(cell.key(), List.of()).stream()
              .sorted(Comparator.comparingDouble(PhaseResult::throughputOpsS))
              .toList();
      if (cell.valid() && !valid.isEmpty()) {
        List<Point> points = course(valid.get((valid.size() - 1) / 2));
        if (points.size() >= FEWEST_SAMPLES) {
          all.add(
              new Series(
                  names.series(cell.key()), Role.CONTENDER, names.style(cell.key()), points));
        }
      }
    }
    if (all.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Chart(
            id("time", phase + " " + conditions),
            phase(phase) + ", " + conditions + mixture,
            Kind.LINES,
            Axis.linear("seconds since the start"),
            spread(all) > WIDE ? Axis.log(OPERATIONS) : Axis.linear(OPERATIONS),
            all));
  }

  private static List<Point> course(PhaseResult phase) {
    List<Point> points = new ArrayList<>();
    double before = 0;
    int samples =
        phase.seriesSeconds() == null || phase.seriesOperations() == null
            ? 0
            : Math.min(phase.seriesSeconds().size(), phase.seriesOperations().size());
    for (int i = 0; i < samples; i++) {
      double end = phase.seriesSeconds().get(i);
      // An interval in which nothing ended has no place on a logarithmic axis.
      if (end > before && phase.seriesOperations().get(i) > 0) {
        points.add(Point.of(end, phase.seriesOperations().get(i) / (end - before)));
      }
      before = end;
    }
    return points;
  }

  private static double spread(List<Series> series) {
    DoubleSummaryStatistics all =
        series.stream()
            .flatMap(each -> each.points().stream())
            .filter(Point::known)
            .mapToDouble(Point::y)
            .summaryStatistics();
    return all.getCount() == 0 ? 1 : all.getMax() / all.getMin();
  }

  /** Whether a linear axis would hide the slow. */
  static boolean isWide(List<Series> series) {
    return spread(series) > WIDE;
  }

  private List<Cell> contenders() {
    return cells.stream().filter(cell -> names.role(cell.key()) == Role.CONTENDER).toList();
  }

  private boolean wide(List<Cell> inChart) {
    return spread(
            series(
                inChart.stream().filter(cell -> names.role(cell.key()) == Role.CONTENDER).toList(),
                key -> 1))
        > WIDE;
  }

  private List<Series> series(List<Cell> inChart, ToDoubleFunction<Conditions> x) {
    List<Series> all = new ArrayList<>();
    grouped(inChart, names::series)
        .forEach(
            (name, ofOne) -> {
              Conditions key = ofOne.get(0).key();
              all.add(new Series(name, names.role(key), names.style(key), points(ofOne, x)));
            });
    return all;
  }

  private static List<Point> points(List<Cell> cells, ToDoubleFunction<Conditions> x) {
    return cells.stream()
        .map(cell -> point(cell, x.applyAsDouble(cell.key())))
        .sorted(Comparator.comparingDouble(Point::x))
        .toList();
  }

  /** The figure of a cell, or that there is none. */
  static Point point(Cell cell, double x) {
    if (!cell.valid() || cell.throughput().isEmpty() || cell.throughput().get().median() <= 0) {
      return Point.invalid(x);
    }
    OptionalDouble low = cell.throughput().get().low();
    return new Point(x, cell.throughput().get().median(), low, cell.throughput().get().high());
  }

  private List<String> distinct(Function<Conditions, String> part) {
    return cells.stream().map(Cell::key).map(part).distinct().toList();
  }

  private static <K> Map<K, List<Cell>> grouped(List<Cell> cells, Function<Conditions, K> by) {
    return cells.stream()
        .collect(
            Collectors.groupingBy(
                cell -> by.apply(cell.key()), LinkedHashMap::new, Collectors.toList()));
  }

  private static String conditions(Conditions key) {
    return threads(key.threads()) + ", " + ByteSize.format(key.valueSizeBytes()) + " values";
  }

  private static String threads(int threads) {
    return threads == 1 ? "1 thread" : threads + " threads";
  }

  private static String phase(String phase) {
    return phase.equals("load") ? "Load" : "Workload " + phase;
  }

  private static Optional<Section> question(
      String id, String title, String reading, List<Section.Group> groups) {
    return groups.isEmpty()
        ? Optional.empty()
        : Optional.of(Section.charts(id, title, reading, List.copyOf(groups)));
  }

  /** The id of a chart. */
  static String id(String question, String rest) {
    return (question + "-" + rest).toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }
}
