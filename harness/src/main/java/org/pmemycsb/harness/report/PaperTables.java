package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.tables.CellTables;
import org.pmemycsb.harness.report.tables.Throughput;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;

final class PaperTables {
  private PaperTables() {}

  /** The throughputs, a section for each value size. */
  static List<Section> comparison(Results results) {
    Names names = Names.of(results.cells());
    List<Section> all = new ArrayList<>();
    Cells.grouped(results.comparable(), cell -> cell.key().valueSizeBytes())
        .forEach(
            (size, cells) -> {
              Table table =
                  Throughput.table(names, cells, List.of(), Set.of())
                      .columns(column -> !column.text().equals("value"))
                      .titled(caption(results, size, cells));
              all.add(Section.of("comparison-section", table, Section.Output.PAPER));
            });
    return all;
  }

  static Section latency(Results results, Table table, String what) {
    return Section.of(
        Sections.PERCENTILES,
        table
            .columns(column -> !column.text().equals(CellTables.LONGEST))
            .titled(caption(results, what, results.cells())),
        Section.Output.PAPER);
  }

  private static String caption(Results results, int size, List<Cell> cells) {
    int repeats = results.runs();
    return caption(
        results,
        "throughput in operations per second, "
            + (repeats > 1
                ? "mean of " + repeats + " runs and, below, its 95\u202f% interval"
                : "one run")
            + "; values of "
            + ByteSize.format(size),
        cells);
  }

  private static String caption(Results results, String what, List<Cell> cells) {
    return "%s: %s; data on %s, durability %s."
        .formatted(
            results.experiment().title(),
            what,
            distinct(cells, cell -> cell.key().medium()),
            distinct(cells, cell -> cell.key().durability()));
  }

  private static String distinct(List<Cell> cells, Function<Cell, String> part) {
    return cells.stream().map(part).distinct().collect(Collectors.joining(", "));
  }
}
