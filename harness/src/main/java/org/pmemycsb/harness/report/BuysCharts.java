package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.pmemycsb.harness.analysis.Buys;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Chart.Axis;
import org.pmemycsb.harness.report.model.Chart.Point;
import org.pmemycsb.harness.report.model.Chart.Scale;
import org.pmemycsb.harness.report.model.Chart.Series;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Ratio;

/**
 * The charts of {@link Buys}, one for each stock database and its variant. Each phase has the speed
 * of the other cells of a row, as a multiple of that of the stock database on the disk, or of that
 * on persistent memory without one.
 */
final class BuysCharts {
  static final String READING =
      " In the charts, marks above the line at 1 are faster. The scale is logarithmic.";

  private final BuysTables tables;
  private final Names names;

  BuysCharts(BuysTables tables, Names names) {
    this.tables = tables;
    this.names = names;
  }

  Map<String, List<Chart>> all() {
    Map<String, List<Chart>> all = new LinkedHashMap<>();
    tables
        .blocks()
        .forEach(
            (conditions, rows) ->
                all.put(
                    conditions,
                    Cells.grouped(rows, this::pair).entrySet().stream()
                        .map(each -> chart(each.getKey() + ", " + conditions, each.getValue()))
                        .filter(chart -> !chart.series().isEmpty())
                        .toList()));
    return all;
  }

  private String pair(Buys.Row row) {
    String both = row.hasVariant() ? row.stock() + " and " + row.variant() : row.stock();
    return tables.severalPlaces() ? both + " @" + row.disk() + " @" + row.pmem() : both;
  }

  private Chart chart(String title, List<Buys.Row> rows) {
    boolean onDisk = rows.stream().anyMatch(row -> row.onDisk().isPresent());
    String base =
        rows.stream()
            .flatMap(row -> (onDisk ? row.onDisk() : row.onPmem()).stream())
            .map(cell -> names.series(cell.key()))
            .findFirst()
            .orElse("stock");
    return new Chart(
        Charts.id("buys", title),
        title,
        Axis.of("phase", rows.stream().map(row -> row.key().phase()).toList()),
        new Axis("times as fast as " + base, Scale.RATIO, List.of()),
        (onDisk
                ? Stream.of(
                    series(rows, Buys.Row::withLog, Buys.Row::byLog),
                    series(rows, Buys.Row::onPmem, Buys.Row::byMedium),
                    series(rows, Buys.Row::ofVariant, Buys.Row::byBoth))
                : Stream.of(series(rows, Buys.Row::ofVariant, Buys.Row::bySoftware)))
            .flatMap(Optional::stream)
            .toList());
  }

  private Optional<Series> series(
      List<Buys.Row> rows,
      Function<Buys.Row, Optional<Cell>> cell,
      Function<Buys.Row, Optional<Ratio>> ratio) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      int at = i;
      ratio
          .apply(rows.get(i))
          .map(known -> new Point(at, known.figure(), known.low(), known.high()))
          .ifPresent(points::add);
    }
    return rows.stream()
        .flatMap(row -> cell.apply(row).stream())
        .map(Cell::key)
        .findFirst()
        .filter(any -> !points.isEmpty())
        .map(key -> names.series(key, points));
  }
}
