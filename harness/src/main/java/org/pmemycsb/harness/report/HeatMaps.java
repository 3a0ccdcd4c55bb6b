package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.OverTime;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.design.ByteSize;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Chart.Axis;
import org.pmemycsb.harness.report.model.Chart.Point;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Chart.Series;
import org.pmemycsb.harness.report.model.Chart.Type;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.result.Conditions;

/** Latency over time: a field of colours for each cell with the longest stalls. */
final class HeatMaps {
  private static final String TITLE = "Latency over time";
  private static final String READING =
      "The cells in which one operation took the largest share of the phase, each with its run of"
          + " median throughput. A stronger colour stands for more calls: each step is ten times as"
          + " many. Marks at the upper edge show when the JVM of the clients collected garbage, and"
          + " when the hypervisor took more than 5 % of the processors.";
  private static final int LEVELS = 5;
  private static final double NANOS_PER_MICRO = 1e3;
  // Two rows for each doubling of the latency.
  private static final double ROW = Math.sqrt(2);

  private HeatMaps() {}

  static Section section(Results results) {
    Names names = Names.of(results.cells());
    List<Chart> charts = results.why().overTime().stream().map(each -> chart(names, each)).toList();
    List<Note> notes =
        results.why().overTime().stream()
            .filter(each -> !each.background().isEmpty())
            .map(each -> new Note(false, background(names, each)))
            .toList();
    return Section.charts(
            "over-time",
            TITLE,
            READING,
            charts.isEmpty() ? List.of() : List.of(new Section.Group("", charts)))
        .notes(charts.isEmpty() ? List.of() : notes);
  }

  private static String background(Names names, OverTime over) {
    return "%s, phase %s: the database worked in the background. Its counters grew by %s."
        .formatted(
            names.series(over.key()),
            over.key().phase(),
            over.background().entrySet().stream()
                .map(each -> each.getKey() + " " + Figures.grouped(each.getValue()))
                .collect(Collectors.joining(", ")));
  }

  private static Chart chart(Names names, OverTime over) {
    Conditions key = over.key();
    String title =
        "%s, phase %s, %s, %s values, durability %s, repeat %d"
            .formatted(
                names.series(key),
                key.phase(),
                Plural.of(key.threads(), "thread"),
                ByteSize.format(key.valueSizeBytes()),
                key.durability(),
                over.repeat());
    List<Series> series = new ArrayList<>(calls(over));
    add(
        series,
        "garbage collected",
        0,
        over.intervals().pauses().stream().map(pause -> pause.atMillis() / 1e3).toList());
    add(series, "processors stolen", 1, over.stolenSeconds());
    return new Chart(
        Questions.id("over-time", title),
        title,
        Type.HEAT,
        Axis.linear("seconds"),
        Axis.log("microseconds"),
        series);
  }

  private static void add(List<Series> all, String name, int style, List<Double> seconds) {
    if (!seconds.isEmpty()) {
      all.add(
          new Series(
              name,
              Role.BOUND,
              style,
              seconds.stream().map(at -> Point.of(at, Double.NaN)).toList()));
    }
  }

  private static List<Series> calls(OverTime over) {
    List<List<Point>> levels =
        IntStream.rangeClosed(0, LEVELS).<List<Point>>mapToObj(i -> new ArrayList<>()).toList();
    // One row after another, so that equal neighbours follow each other.
    Map<Integer, Map<Integer, Long>> rows = new TreeMap<>();
    for (int i = 0; i < over.intervals().calls().size(); i++) {
      int interval = i;
      Histogram histogram = over.intervals().calls().get(i);
      histogram
          .recordedValues()
          .forEach(
              value ->
                  rows.computeIfAbsent(row(value.getValueIteratedTo()), none -> new TreeMap<>())
                      .merge(interval, value.getCountAtValueIteratedTo(), Long::sum));
    }
    rows.forEach(
        (row, counts) ->
            counts.forEach(
                (interval, count) ->
                    levels
                        .get((int) Math.min(LEVELS, Math.log10(count)))
                        .add(
                            new Point(
                                over.begin(interval),
                                Math.pow(ROW, row + 0.5),
                                OptionalDouble.of(Math.pow(ROW, row)),
                                OptionalDouble.of(Math.pow(ROW, row + 1))))));
    return IntStream.rangeClosed(0, LEVELS)
        .filter(level -> !levels.get(level).isEmpty())
        .mapToObj(
            level ->
                new Series(
                    level == 0
                        ? "1 call or more"
                        : "%,d or more".formatted((long) Math.pow(10, level)),
                    Role.CONTENDER,
                    level,
                    levels.get(level)))
        .toList();
  }

  /** A call shorter than a tick of the clock counts as a nanosecond: 0 has no logarithm. */
  private static int row(long nanos) {
    return (int) Math.floor(Math.log(Math.max(1, nanos) / NANOS_PER_MICRO) / Math.log(ROW));
  }
}
