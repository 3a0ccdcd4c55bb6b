package org.pmemycsb.harness.report.tables;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Column;
import org.pmemycsb.harness.report.model.Table.Columns;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.report.model.Table.Mark;
import org.pmemycsb.harness.report.model.Table.Row;
import org.pmemycsb.harness.report.notes.Notes;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * The comparison in operations per second: a row for each database and set of conditions, a column
 * for each phase. Both follow the order of the cells.
 */
public final class Throughput {
  private Throughput() {}

  /** The label columns: database, place if there are several, threads, value. */
  public static <T> Columns<T> labels(Names names, Function<T, Conditions> key) {
    return sizes(databases(names, key), key);
  }

  /** The same with given fields for the databases. */
  public static <T> Columns<T> labels(
      boolean placed, Function<T, Field> database, Function<T, Conditions> key) {
    return sizes(databases(placed, database, key), key);
  }

  static <T> Columns<T> phased(Names names, Function<T, Conditions> key) {
    return Throughput.<T>labels(names, key).text("phase", each -> key.apply(each).phase());
  }

  static <T> Columns<T> databases(Names names, Function<T, Conditions> key) {
    return databases(
        names.placed(),
        each -> Field.text(names.of(key.apply(each))).with(names.swatch(key.apply(each))),
        key);
  }

  private static <T> Columns<T> databases(
      boolean placed, Function<T, Field> database, Function<T, Conditions> key) {
    Columns<T> columns = new Columns<T>().add(Column.text("database"), database);
    return placed ? columns.text(Table.PLACE, each -> key.apply(each).where()) : columns;
  }

  static <T> Columns<T> sizes(Columns<T> columns, Function<T, Conditions> key) {
    return columns
        .number("threads", each -> Field.whole(key.apply(each).threads()))
        .number("value", each -> Field.bytes(key.apply(each).valueSizeBytes()));
  }

  /** The table. Databases that could not run have rows without figures at its end. */
  public static Table table(List<Cell> cells, List<Unavailable> unavailable, Set<Cell> fastest) {
    return table(Names.of(cells), cells, unavailable, fastest);
  }

  public static Table table(
      Names names, List<Cell> cells, List<Unavailable> unavailable, Set<Cell> fastest) {
    List<String> phases = cells.stream().map(cell -> cell.key().phase()).distinct().toList();
    Columns<List<Cell>> columns = labels(names, Throughput::any);
    columns.bound(row -> names.role(any(row)) == Role.BOUND);
    Columns<List<Cell>> limits =
        labels(names.placed(), row -> Field.text(names.limit(any(row))), Throughput::any);
    limits.bound(row -> true);
    int labels = columns.heads().size();
    for (String phase : phases) {
      columns.number(phase, row -> in(phase, row, cell -> field(cell, fastest)));
      limits.number(
          phase, row -> in(phase, row, cell -> Field.of(cell.mediumOpsS(), Figures::readable)));
    }
    List<Row> rows = new ArrayList<>();
    // Operations of a database that does nothing are no result, so they come last.
    List<List<Cell>> lines =
        Cells.grouped(cells, cell -> label(names, cell.key())).values().stream()
            .sorted(Comparator.comparing(line -> names.isFloor(any(line))))
            .toList();
    for (List<Cell> line : lines) {
      rows.add(columns.row(line));
      if (line.stream().anyMatch(cell -> cell.mediumOpsS().isPresent())) {
        rows.add(limits.row(line));
      }
    }
    for (Unavailable each : unavailable) {
      List<Field> fields = new ArrayList<>(Collections.nCopies(labels, Field.NONE));
      fields.set(0, Field.text(each.database()));
      fields.addAll(Collections.nCopies(phases.size(), Field.text("unavailable")));
      rows.add(new Row(false, fields));
    }
    return new Table("comparison", "Operations per second", columns.heads(), rows);
  }

  private static List<Object> label(Names names, Conditions key) {
    return List.of(names.of(key), key.where(), key.threads(), key.valueSizeBytes());
  }

  private static Conditions any(List<Cell> row) {
    return row.get(0).key();
  }

  /** The field of a phase; empty if the row lacks it. */
  private static Field in(String phase, List<Cell> row, Function<Cell, Field> field) {
    return row.stream()
        .filter(cell -> cell.key().phase().equals(phase))
        .findFirst()
        .map(field)
        .orElse(Field.NONE);
  }

  private static Field field(Cell cell, Set<Cell> fastest) {
    return fastest.contains(cell) ? field(cell).marked(Mark.FASTEST) : field(cell);
  }

  /** The figure of a cell and its interval, marked if unsteady or not sustained. */
  public static Field field(Cell cell) {
    return cell.valid()
        ? Field.of(
                cell.rate(),
                rate ->
                    Figures.readable(rate)
                        + (cell.isUnsteady() ? Notes.UNSTEADY : "")
                        + unsustained(cell))
            .within(cell.throughput().estimate().map(Throughput::interval).orElse(""))
        : Field.INVALID;
  }

  /** The mark of a cell that did not sustain its target; empty for others. */
  public static String unsustained(Cell cell) {
    return cell.unsustained() ? " UNSUSTAINED" : "";
  }

  private static String interval(Estimate known) {
    return known.low().isEmpty() || known.high().isEmpty()
        ? ""
        : Figures.range(known.low().getAsDouble(), known.high().getAsDouble());
  }
}
