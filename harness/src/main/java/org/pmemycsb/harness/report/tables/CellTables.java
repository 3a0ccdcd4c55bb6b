package org.pmemycsb.harness.report.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.pmemycsb.harness.analysis.Percentiles;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.design.ByteSize;
import org.pmemycsb.harness.design.CallKind;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Column;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.report.model.Table.Row;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.statistics.Estimate;

/** Tables with a row for each cell. */
public record CellTables(Names names) {
  private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99};

  /** The cells that have no figure, and why. */
  public Table invalid(List<Cell> invalid) {
    return table(
        "invalid",
        "Cells without a figure, and why",
        List.of(Column.number("valid runs"), Column.text("why")),
        invalid.stream()
            .map(
                cell ->
                    row(
                        cell,
                        Field.number(
                            cell.repeats().valid() + " of " + cell.repeats().made(),
                            cell.repeats().valid()),
                        Field.text(String.join("; ", cell.repeats().reasons()))))
            .toList());
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
    List<Row> rows = new ArrayList<>();
    for (Cell cell : contenders(results.cells()).toList()) {
      Map<CallKind, Percentiles> known = results.latencies().getOrDefault(cell.key(), Map.of());
      for (CallKind calls : CallKind.values()) {
        latency(cell, calls.plural(), known.get(calls)).ifPresent(rows::add);
      }
    }
    return table(
        "latencies",
        "Microseconds, median over the runs; slowest of all runs",
        columns(
            List.of("operations"), List.of("50 %", "90 %", "99 %", "99.9 %", "99.99 %", "slowest")),
        rows);
  }

  /** Microseconds by percentile, as in {@code summary.csv}. */
  public Table percentiles(Results results) {
    Table all =
        table(
            "percentiles",
            "Latency in microseconds",
            columns(List.of(), List.of("read p50", "p99", "p99.9", "write p50", "p99", "p99.9")),
            contenders(results.cells())
                .filter(cell -> cell.reads().p50().isPresent() || cell.writes().p50().isPresent())
                .map(
                    cell ->
                        row(
                            cell,
                            latency(cell, cell.reads().p50()),
                            latency(cell, cell.reads().p99()),
                            latency(cell, cell.reads().p999()),
                            latency(cell, cell.writes().p50()),
                            latency(cell, cell.writes().p99()),
                            latency(cell, cell.writes().p999())))
                .toList());
    return Table.grid(all.id(), all.title(), all.columns(), all.rows());
  }

  private Stream<Cell> contenders(List<Cell> cells) {
    return cells.stream().filter(cell -> cell.valid() && names.role(cell.key()) == Role.CONTENDER);
  }

  private Optional<Row> latency(Cell cell, String what, Percentiles known) {
    if (known == null) {
      return Optional.empty();
    }
    List<Field> fields = new ArrayList<>(List.of(Field.text(what)));
    for (double percentile : PERCENTILES) {
      fields.add(
          known.median(percentile).map(micros -> micros(micros.median())).orElse(Field.NONE));
    }
    fields.add(micros(known.maxMicros()));
    return Optional.of(row(cell, fields.toArray(Field[]::new)));
  }

  /** Every cell, as in {@code summary.csv}. */
  public Table all(List<Cell> cells) {
    return table(
        "cells",
        "Every cell, as in summary.csv",
        columns(
            List.of("durability", "medium", "runner"),
            List.of(
                "ops/s",
                "low",
                "high",
                "read p50 µs",
                "read p99 µs",
                "read p99.9 µs",
                "write p50 µs",
                "write p99 µs",
                "write p99.9 µs",
                "valid runs",
                "errors")),
        cells.stream().map(this::all).toList());
  }

  private Row all(Cell cell) {
    Optional<Estimate> known = cell.throughput().estimate().filter(any -> cell.valid());
    return row(
        cell,
        Field.text(cell.key().durability()),
        Field.text(cell.key().medium()),
        Field.text(cell.key().runner()),
        known
            .map(
                each ->
                    Field.number(
                        Figures.grouped(each.median()) + Throughput.unsustained(cell),
                        each.median()))
            .orElse(Field.INVALID),
        Field.of(known.map(Estimate::low).orElse(OptionalDouble.empty()), Figures::grouped),
        Field.of(known.map(Estimate::high).orElse(OptionalDouble.empty()), Figures::grouped),
        latency(cell, cell.reads().p50()),
        latency(cell, cell.reads().p99()),
        latency(cell, cell.reads().p999()),
        latency(cell, cell.writes().p50()),
        latency(cell, cell.writes().p99()),
        latency(cell, cell.writes().p999()),
        Field.number(cell.repeats().valid() + "/" + cell.repeats().made(), cell.repeats().valid()),
        Field.whole(cell.repeats().errors()));
  }

  private static Field latency(Cell cell, OptionalDouble micros) {
    return cell.valid() ? Field.of(micros, Figures::readable) : Field.NONE;
  }

  private static Field micros(double micros) {
    return Field.number(Figures.readable(micros), micros);
  }

  /** A row that begins with the conditions of a cell. */
  public Row row(Cell cell, Field... more) {
    var key = cell.key();
    List<Field> fields = Throughput.labels(key, names);
    fields.add(fields.size() - 2, Field.text(key.phase()));
    fields.addAll(List.of(more));
    return new Row(names.role(key) == Role.BOUND, fields);
  }

  public Table table(String id, String title, List<Column> more, List<Row> rows) {
    List<Column> columns = Throughput.labels(names.placed());
    columns.add(columns.size() - 2, Column.text("phase"));
    columns.addAll(more);
    return Table.of(id, title, columns, rows);
  }

  public static List<Column> columns(List<String> texts, List<String> numbers) {
    return Stream.concat(texts.stream().map(Column::text), numbers.stream().map(Column::number))
        .toList();
  }
}
