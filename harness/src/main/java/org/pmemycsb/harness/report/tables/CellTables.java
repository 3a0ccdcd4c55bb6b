package org.pmemycsb.harness.report.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.pmemycsb.harness.analysis.Percentiles;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.design.ByteSize;
import org.pmemycsb.harness.design.CallKind;
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
  /** The latencies of one kind of calls in a cell. */
  private record Calls(Cell cell, CallKind kind, Percentiles known) {
    private Field mean(double percentile) {
      return known.mean(percentile).map(each -> micros(each.figure())).orElse(Field.NONE);
    }
  }

  /** The conditions of a cell, as the first columns. */
  public Columns<Cell> columns() {
    return columns(Function.identity());
  }

  private <T> Columns<T> columns(Function<T, Cell> cell) {
    Columns<T> columns = Throughput.databases(names, each -> cell.apply(each).key());
    columns.text("phase", each -> cell.apply(each).key().phase());
    return Throughput.sizes(columns, each -> cell.apply(each).key())
        .bound(each -> names.role(cell.apply(each).key()) == Role.BOUND);
  }

  /** The cells that have no figure, and why. */
  public Table invalid(List<Cell> invalid) {
    return columns()
        .number("valid runs", cell -> valid(cell, " of "))
        .text("why", cell -> String.join("; ", cell.repeats().reasons()))
        .table("invalid", "Cells without a figure, and why", invalid);
  }

  private static Field valid(Cell cell, String of) {
    return Field.number(
        cell.repeats().valid() + of + cell.repeats().made(), cell.repeats().valid());
  }

  /** The same in sentences. */
  public List<String> invalidLines(List<Cell> invalid) {
    return invalid.stream()
        .map(
            cell ->
                "%s, phase %s, %s, value %s: %s of %s runs valid; %s"
                    .formatted(
                        names.placed() ? names.series(cell.key()) : cell.key().database(),
                        cell.key().phase(),
                        cell.key().clients(),
                        ByteSize.format(cell.key().valueSizeBytes()),
                        cell.repeats().valid(),
                        cell.repeats().made(),
                        String.join("; ", cell.repeats().reasons())))
        .toList();
  }

  /** Microseconds by percentile, from the histograms. */
  public Table latency(Results results) {
    List<Calls> calls = new ArrayList<>();
    for (Cell cell : contenders(results.cells()).toList()) {
      Map<CallKind, Percentiles> known = results.latencies().getOrDefault(cell.key(), Map.of());
      for (CallKind kind : CallKind.values()) {
        if (known.containsKey(kind)) {
          calls.add(new Calls(cell, kind, known.get(kind)));
        }
      }
    }
    return columns(Calls::cell)
        .text("operations", each -> each.kind().plural())
        .number("50 %", each -> each.mean(50))
        .number("90 %", each -> each.mean(90))
        .number("99 %", each -> each.mean(99))
        .number("99.9 %", each -> each.mean(99.9))
        .number("99.99 %", each -> each.mean(99.99))
        .number("slowest", each -> micros(each.known().maxMicros()))
        .table("latencies", "Microseconds, mean over the runs; slowest of all runs", calls);
  }

  /** Microseconds by percentile, as in {@code summary.csv}. */
  public Table percentiles(Results results) {
    return columns()
        .number("read p50", cell -> latency(cell, cell.figure("read_p50_us")))
        .number("p99", cell -> latency(cell, cell.figure("read_p99_us")))
        .number("p99.9", cell -> latency(cell, cell.figure("read_p999_us")))
        .number("write p50", cell -> latency(cell, cell.figure("write_p50_us")))
        .number("p99", cell -> latency(cell, cell.figure("write_p99_us")))
        .number("p99.9", cell -> latency(cell, cell.figure("write_p999_us")))
        .grid(
            "percentiles",
            "Latency in microseconds",
            contenders(results.cells())
                .filter(
                    cell ->
                        cell.figure("read_p50_us").isPresent()
                            || cell.figure("write_p50_us").isPresent())
                .toList());
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
    for (FileColumn column : FileColumns.shown("")) {
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
    return known(cell)
        .map(Estimate::figure)
        .map(median -> Field.number(Figures.grouped(median) + Throughput.unsustained(cell), median))
        .orElse(Field.INVALID);
  }

  private static Field end(Cell cell, Function<Estimate, OptionalDouble> end) {
    return Field.of(known(cell).map(end).orElse(OptionalDouble.empty()), Figures::grouped);
  }

  private static Field latency(Cell cell, OptionalDouble micros) {
    return cell.valid() ? Field.of(micros, Figures::readable) : Field.NONE;
  }

  private static Field micros(double micros) {
    return Field.number(Figures.readable(micros), micros);
  }
}
