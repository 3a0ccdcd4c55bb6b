package org.pmemycsb.harness.report;

import java.util.Comparator;
import java.util.List;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Chart.Axis;
import org.pmemycsb.harness.report.model.Chart.Point;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Chart.Scale;
import org.pmemycsb.harness.report.model.Chart.Series;
import org.pmemycsb.harness.report.model.Chart.Tick;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.tables.RestartTables;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.statistics.Estimate;

/** The time of a restart over the size of the data, as charts for the page. */
final class RestartCharts {
  private RestartCharts() {}

  /** Empty unless the experiment has restarts with several sizes of data. */
  static Section section(Results results) {
    List<Cell> cells =
        results.restarts().stream()
            .filter(cell -> cell.valid() && RestartTables.answer(cell).isPresent())
            .toList();
    Names names = Names.of(cells);
    List<Tick> sizes =
        cells.stream()
            .map(cell -> results.experiment().dataBytes(cell.key().valueSizeBytes()))
            .distinct()
            .sorted()
            .map(bytes -> new Tick(bytes, ByteSize.rounded(bytes)))
            .toList();
    return Section.charts(
        "restart-sizes",
        "How long does a restart take with more data?",
        "Lower is better. Seconds from the command to start again until the first right answer."
            + " Lines through the marks are 95 % intervals.",
        sizes.size() < 2
            ? List.of()
            : Questions.groups(
                cells,
                key -> Plural.of(key.threads(), "thread"),
                (threads, inGroup) ->
                    List.of(
                        new Chart(
                            Questions.id("restart-sizes", threads),
                            "Restart after a kill, " + threads,
                            new Axis("size of keys and values", Scale.LOG_NAMED, sizes),
                            Axis.log("seconds until the first right answer"),
                            series(results, names, inGroup)))));
  }

  private static List<Series> series(Results results, Names names, List<Cell> cells) {
    return Cells.grouped(cells, cell -> names.series(cell.key())).entrySet().stream()
        .map(
            each ->
                new Series(
                    each.getKey(),
                    Role.CONTENDER,
                    names.look(each.getValue().get(0).key()),
                    each.getValue().stream()
                        .map(cell -> point(results, cell))
                        .sorted(Comparator.comparingDouble(Point::x))
                        .toList()))
        .toList();
  }

  private static Point point(Results results, Cell cell) {
    Estimate answer = RestartTables.answer(cell).orElseThrow();
    return new Point(
        results.experiment().dataBytes(cell.key().valueSizeBytes()),
        answer.figure(),
        answer.low(),
        answer.high());
  }
}
