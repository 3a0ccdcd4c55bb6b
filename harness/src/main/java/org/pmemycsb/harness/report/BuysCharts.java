package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.analysis.Ratio;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Chart.Axis;
import org.pmemycsb.harness.report.model.Chart.Point;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Chart.Scale;
import org.pmemycsb.harness.report.model.Chart.Series;
import org.pmemycsb.harness.report.model.Chart.Tick;
import org.pmemycsb.harness.report.model.Chart.Type;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.result.Cells;

/**
 * The charts of {@link Buys}, one for each stock database and its variant: the ratios of its table,
 * for each phase.
 */
final class BuysCharts {
  private BuysCharts() {}

  static String reading(List<Section.Group> groups) {
    boolean grey =
        groups.stream()
            .flatMap(group -> group.charts().stream())
            .flatMap(chart -> chart.series().stream())
            .flatMap(series -> series.points().stream())
            .anyMatch(point -> point.known() && point.low().isEmpty());
    return " In the charts, marks above the line at 1 are faster."
        + (grey ? " Grey marks have no interval." : "")
        + " The scale is logarithmic.";
  }

  /** A group for each set of conditions. */
  static List<Section.Group> of(BuysTables tables) {
    List<Section.Group> groups = new ArrayList<>();
    tables
        .blocks()
        .forEach(
            (conditions, rows) -> {
              List<Chart> charts = new ArrayList<>();
              Cells.grouped(rows, row -> pair(tables, row))
                  .forEach((pair, each) -> charts.add(chart(pair + ", " + conditions, each)));
              groups.add(
                  new Section.Group(
                      conditions,
                      charts.stream().filter(chart -> !chart.series().isEmpty()).toList()));
            });
    return groups.stream().filter(group -> !group.charts().isEmpty()).toList();
  }

  private static String pair(BuysTables tables, Buys.Row row) {
    String names = row.hasVariant() ? row.stock() + " and " + row.variant() : row.stock();
    return tables.severalPlaces() ? names + " @" + row.disk() + " @" + row.pmem() : names;
  }

  private static Chart chart(String title, List<Buys.Row> rows) {
    List<Tick> phases = new ArrayList<>();
    rows.forEach(row -> phases.add(new Tick(phases.size(), row.key().phase())));
    return new Chart(
        Questions.id("buys", title),
        title,
        Type.RATIOS,
        new Axis("phase", Scale.CATEGORIES, phases),
        new Axis("times as fast", Scale.RATIO, List.of()),
        Stream.of(
                series(BuysTables.LOG, 3, rows, Buys.Row::byLog),
                series(BuysTables.MEDIUM, 1, rows, Buys.Row::byMedium),
                series(BuysTables.SOFTWARE, 0, rows, Buys.Row::bySoftware),
                series(BuysTables.BOTH, 2, rows, Buys.Row::byBoth))
            .filter(each -> !each.points().isEmpty())
            .toList());
  }

  private static Series series(
      String name, int style, List<Buys.Row> rows, Function<Buys.Row, Optional<Ratio>> ratio) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      int at = i;
      ratio
          .apply(rows.get(i))
          .map(known -> new Point(at, known.figure(), known.low(), known.high()))
          .ifPresent(points::add);
    }
    return new Series(name, Role.CONTENDER, style, points);
  }
}
