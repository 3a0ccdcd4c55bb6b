package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.analysis.Buys.Ratio;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Chart.Axis;
import org.pmemycsb.harness.report.model.Chart.Point;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Chart.Scale;
import org.pmemycsb.harness.report.model.Chart.Series;
import org.pmemycsb.harness.report.model.Chart.Tick;
import org.pmemycsb.harness.report.model.Chart.Type;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;

/**
 * The charts of {@link Buys}, one for each stock database and its variant. Each phase has three
 * bars: the stock database on the disk, the same on the variant's place, and the variant. A fourth
 * one, the stock database with its log alone there, is shown where it was measured.
 */
final class BuysCharts {
  private BuysCharts() {}

  /** How to read the bars and the labels on them. */
  static String reading(Buys buys, List<Section.Group> groups) {
    boolean wide =
        groups.stream()
            .flatMap(group -> group.charts().stream())
            .anyMatch(chart -> chart.y().scale() == Scale.LOG);
    return " A label in the charts compares with the stock database"
        + (buys.onDisk() ? " on a disk." : ".")
        + (wide ? " The scale is logarithmic: each line across is ten times the one below." : "");
  }

  /** A group for each set of conditions. */
  static List<Section.Group> of(BuysTables tables, Buys buys) {
    List<Section.Group> groups = new ArrayList<>();
    tables
        .blocks()
        .forEach(
            (conditions, rows) -> {
              Map<String, List<Buys.Row>> byPair = Cells.grouped(rows, row -> pair(tables, row));
              // Readers compare charts side by side, so all have the same kind of scale.
              boolean wide =
                  byPair.values().stream().anyMatch(each -> Questions.isWide(series(tables, each)));
              List<Chart> charts = new ArrayList<>();
              byPair.forEach(
                  (pair, each) ->
                      charts.add(
                          chart(pair + ", " + conditions, each, series(tables, each), wide)));
              groups.add(new Section.Group(conditions, charts));
            });
    return groups;
  }

  private static String pair(BuysTables tables, Buys.Row row) {
    String names = row.hasVariant() ? row.stock() + " and " + row.variant() : row.stock();
    return tables.severalPlaces() ? names + " @" + row.disk() + " @" + row.pmem() : names;
  }

  private static Chart chart(String title, List<Buys.Row> rows, List<Series> series, boolean wide) {
    List<Tick> phases = new ArrayList<>();
    rows.forEach(row -> phases.add(new Tick(phases.size(), row.key().phase())));
    return new Chart(
        Questions.id("buys", title),
        title,
        Type.BARS,
        new Axis("phase", Scale.CATEGORIES, phases),
        wide ? Axis.log("operations/s, logarithmic") : Axis.linear(Questions.OPERATIONS),
        series);
  }

  private static List<Series> series(BuysTables tables, List<Buys.Row> rows) {
    return List.of(
            series(
                BuysTables.stockOn(tables.diskName()),
                0,
                rows,
                Buys.Row::onDisk,
                row -> Optional.empty()),
            series(tables.logHead(), 3, rows, Buys.Row::withLog, Buys.Row::byLog),
            series(
                BuysTables.stockOn(tables.pmemName()),
                1,
                rows,
                Buys.Row::onPmem,
                Buys.Row::byMedium),
            series(
                tables.variantHead(),
                2,
                rows,
                Buys.Row::ofVariant,
                row -> row.disk().isEmpty() ? row.bySoftware() : row.byBoth()))
        .stream()
        .filter(each -> !each.points().isEmpty())
        .toList();
  }

  private static Series series(
      String name,
      int style,
      List<Buys.Row> rows,
      Function<Buys.Row, Optional<Cell>> cell,
      Function<Buys.Row, Optional<Ratio>> ratio) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      int at = i;
      String label = ratio.apply(rows.get(i)).map(BuysTables::times).orElse("");
      cell.apply(rows.get(i))
          .map(known -> Questions.point(known, at).labelled(label))
          .ifPresent(points::add);
    }
    return new Series(name, Role.CONTENDER, style, points);
  }
}
