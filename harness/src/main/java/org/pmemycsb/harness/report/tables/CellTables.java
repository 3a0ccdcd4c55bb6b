package org.pmemycsb.harness.report.tables;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Columns;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.FileColumn;
import org.pmemycsb.harness.result.FileColumns;
import org.pmemycsb.harness.statistics.Estimate;

/** Tables with a row for each cell. */
public record CellTables(Names names) {
  /** The column with the longest operation. */
  public static final String LONGEST = "longest";

  /** The conditions of a cell, as the first columns. */
  public Columns<Cell> columns() {
    Columns<Cell> columns = Throughput.databases(names, Cell::key);
    columns.text("phase", cell -> cell.key().phase());
    return Throughput.sizes(columns, Cell::key).bound(cell -> names.role(cell.key()) == Role.BOUND);
  }

  /** The cells that have no figure, and why. */
  public Table invalid(List<Cell> invalid) {
    return columns()
        .number("valid runs", CellTables::valid)
        .text("why", cell -> String.join("; ", cell.repeats().reasons()))
        .table("invalid", "Cells without a figure, and why", invalid);
  }

  private static Field valid(Cell cell) {
    int valid = cell.repeats().valid();
    return Field.number(valid + " of " + cell.repeats().made(), valid);
  }

  /** Microseconds by percentile, as in {@code summary.csv}. */
  public Table percentiles(Results results) {
    List<Cell> known =
        contenders(results.cells())
            .filter(
                cell ->
                    cell.figure("read_p50_us").isPresent()
                        || cell.figure("write_p50_us").isPresent())
            .toList();
    Columns<Cell> columns =
        columns()
            .number("read p50", latency("read_p50_us"))
            .number("p99", latency("read_p99_us"))
            .number("p99.9", latency("read_p999_us"))
            .number("write p50", latency("write_p50_us"))
            .number("p99", latency("write_p99_us"))
            .number("p99.9", latency("write_p999_us"));
    if (known.stream().anyMatch(cell -> cell.figure("longest_us").isPresent())) {
      columns.number(LONGEST, latency("longest_us"));
    }
    return columns.table("percentiles", "Latency in microseconds", known);
  }

  private Stream<Cell> contenders(List<Cell> cells) {
    return cells.stream().filter(cell -> cell.valid() && names.role(cell.key()) == Role.CONTENDER);
  }

  /** Every cell, as in {@code summary.csv}. */
  public Table all(Results results) {
    List<Cell> cells = results.cells();
    Columns<Cell> columns = columns();
    columns
        .text("durability", cell -> cell.key().durability())
        .text("medium", cell -> cell.key().medium())
        .text("runner", cell -> cell.key().runner())
        .number("ops/s", CellTables::throughput)
        .number("low", cell -> end(cell, Estimate::low))
        .number("high", cell -> end(cell, Estimate::high));
    for (FileColumn column : FileColumns.shown()) {
      if (cells.stream().anyMatch(cell -> column.known(cell).isPresent())) {
        columns.number(column.head(), cell -> Field.of(column.known(cell), Figures::readable));
      }
    }
    return columns.table("cells", "Every cell, as in summary.csv", cells);
  }

  private static Optional<Estimate> known(Cell cell) {
    return cell.throughput().estimate().filter(any -> cell.valid());
  }

  private static Field throughput(Cell cell) {
    return cell.rate().isPresent()
        ? Field.of(cell.rate(), rate -> Figures.grouped(rate) + Throughput.unsustained(cell))
        : Field.INVALID;
  }

  private static Field end(Cell cell, Function<Estimate, OptionalDouble> end) {
    return Field.of(known(cell).map(end).orElse(OptionalDouble.empty()), Figures::grouped);
  }

  private static Function<Cell, Field> latency(String column) {
    return cell -> Field.of(cell.figure(column), Figures::readable);
  }
}
