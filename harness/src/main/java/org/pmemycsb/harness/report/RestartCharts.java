package org.pmemycsb.harness.report;

import java.util.List;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.report.model.Chart.Axis;
import org.pmemycsb.harness.report.model.Chart.Point;
import org.pmemycsb.harness.report.model.Chart.Scale;
import org.pmemycsb.harness.report.model.Chart.Tick;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.tables.RestartTables;
import org.pmemycsb.harness.result.Cell;

/** The time of a restart over the size of the data, as charts for the page. */
final class RestartCharts {
  private RestartCharts() {}

  /** Empty unless the experiment has restarts with several sizes of data. */
  static Section section(Results results) {
    List<Tick> sizes =
        results.restarts().stream()
            .filter(cell -> !points(results, cell).isEmpty())
            .map(cell -> bytes(results, cell))
            .distinct()
            .sorted()
            .map(bytes -> new Tick(bytes, ByteSize.rounded(bytes)))
            .toList();
    Charts.Panel panel =
        new Charts.Panel(
            "",
            "Restart after a kill",
            cell -> points(results, cell),
            any -> new Axis("size of keys and values", Scale.LOG_NAMED, sizes),
            any -> Axis.log("seconds until the first right answer"));
    return Charts.of(results.restarts())
        .section(
            "restart-sizes",
            "How long does a restart take with more data?",
            "Lower is better. Seconds from the command to start again until the first right answer."
                + " Lines through the marks are 95 % intervals.",
            key -> Plural.of(key.threads(), "thread"),
            false,
            sizes.size() < 2 ? List.of() : List.of(panel));
  }

  private static long bytes(Results results, Cell cell) {
    return results.experiment().dataBytes(cell.key().valueSizeBytes());
  }

  private static List<Point> points(Results results, Cell cell) {
    return RestartTables.answer(cell).stream()
        .filter(any -> cell.valid())
        .map(
            answer -> new Point(bytes(results, cell), answer.figure(), answer.low(), answer.high()))
        .toList();
  }
}
