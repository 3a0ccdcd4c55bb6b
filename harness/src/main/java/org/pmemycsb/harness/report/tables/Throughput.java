package org.pmemycsb.harness.report.tables;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.pmemycsb.harness.design.ByteSize;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Column;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.report.model.Table.Mark;
import org.pmemycsb.harness.report.model.Table.Row;
import org.pmemycsb.harness.report.notes.Notes;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * The comparison in operations per second: a row for each database and set of conditions, a column
 * for each phase. Both follow the order of the cells.
 */
public final class Throughput {
  private record Label(String name, String place, int threads, int valueSize) {}

  private Throughput() {}

  public static List<Column> labels(boolean placed) {
    List<Column> columns = new ArrayList<>(List.of(Column.text("database")));
    if (placed) {
      columns.add(Column.text(Table.PLACE));
    }
    columns.addAll(List.of(Column.number("threads"), Column.number("value")));
    return columns;
  }

  /** The fields of the label columns. */
  public static List<Field> labels(Conditions key, Names names) {
    return labels(
        Field.text(names.of(key)).with(names.role(key), names.style(key)),
        names.placed(),
        key.where(),
        key.threads(),
        key.valueSizeBytes());
  }

  /** The same with a given field for the database. */
  public static List<Field> labels(
      Field database, boolean placed, String place, int threads, int valueSizeBytes) {
    List<Field> fields = new ArrayList<>(List.of(database));
    if (placed) {
      fields.add(Field.text(place));
    }
    fields.add(Field.whole(threads));
    fields.add(Field.number(ByteSize.format(valueSizeBytes), valueSizeBytes));
    return fields;
  }

  /** The table. Databases that could not run have rows without figures at its end. */
  public static Table table(List<Cell> cells, List<Unavailable> unavailable, Set<Cell> fastest) {
    return table(Names.of(cells), cells, unavailable, fastest);
  }

  /** The same under given names. */
  public static Table table(
      Names names, List<Cell> cells, List<Unavailable> unavailable, Set<Cell> fastest) {
    List<String> phases = cells.stream().map(cell -> cell.key().phase()).distinct().toList();
    List<Column> columns = labels(names.placed());
    phases.forEach(phase -> columns.add(Column.number(phase)));
    Map<Label, Map<String, Cell>> byLabel = new LinkedHashMap<>();
    for (Cell cell : cells) {
      var key = cell.key();
      byLabel
          .computeIfAbsent(
              new Label(names.of(key), key.where(), key.threads(), key.valueSizeBytes()),
              label -> new LinkedHashMap<>())
          .put(key.phase(), cell);
    }
    List<Row> rows = new ArrayList<>();
    byLabel
        .values()
        .forEach(
            byPhase -> {
              var key = byPhase.values().iterator().next().key();
              List<Field> fields = labels(key, names);
              for (String phase : phases) {
                Cell cell = byPhase.get(phase);
                fields.add(
                    cell != null && fastest.contains(cell)
                        ? field(cell).marked(Mark.FASTEST)
                        : field(cell));
              }
              rows.add(new Row(names.role(key) == Role.BOUND, fields));
              limit(names, byPhase, phases).ifPresent(rows::add);
            });
    for (Unavailable each : unavailable) {
      List<Field> fields =
          new ArrayList<>(Collections.nCopies(labels(names.placed()).size(), Field.NONE));
      fields.set(0, Field.text(each.database()));
      phases.forEach(phase -> fields.add(Field.text("unavailable")));
      rows.add(new Row(false, fields));
    }
    return Table.grid("comparison", "Operations per second", columns, rows);
  }

  /** The limits of the medium for the cells of a row; empty if all are unknown. */
  private static Optional<Row> limit(Names names, Map<String, Cell> byPhase, List<String> phases) {
    if (byPhase.values().stream().allMatch(cell -> cell.mediumOpsS().isEmpty())) {
      return Optional.empty();
    }
    Conditions key = byPhase.values().iterator().next().key();
    List<Field> fields = labels(key, names);
    fields.set(0, Field.text(names.limit(key)));
    for (String phase : phases) {
      OptionalDouble limit =
          byPhase.containsKey(phase) ? byPhase.get(phase).mediumOpsS() : OptionalDouble.empty();
      fields.add(Field.of(limit, Figures::readable));
    }
    return Optional.of(new Row(true, fields));
  }

  /**
   * A cell: the median and its interval, marked if unsteady or not sustained; null gives an empty
   * field.
   */
  public static Field field(Cell cell) {
    if (cell == null) {
      return Field.NONE;
    }
    if (!cell.valid()) {
      return Field.INVALID;
    }
    return cell.throughput()
        .estimate()
        .map(
            known ->
                Field.number(
                        Figures.readable(known.median())
                            + (cell.isUnsteady() ? Notes.UNSTEADY : "")
                            + unsustained(cell),
                        known.median())
                    .within(interval(known)))
        .orElse(Field.NONE);
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
