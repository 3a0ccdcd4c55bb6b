package org.pmemycsb.harness.report.tables;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Calibration;
import org.pmemycsb.harness.report.model.Columns;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.statistics.Estimate;

/** The cells with their floor and ceiling. */
public final class Bounds {
  /** What the columns mean. */
  public static final String LEGEND =
      "`noop (floor)` is the time of the harness for an operation of a thread, on a database that"
          + " does nothing. `native (ceiling)` is the store without Java: the database's own program"
          + " replays the same operations. `trace/native` is the ratio of both in the same repeats,"
          + " with its 95 % interval.";

  private Bounds() {}

  /** A row for each cell; columns for what was measured. */
  public static Table table(List<Calibration> cells) {
    boolean stock = cells.stream().anyMatch(cell -> cell.stockOpsS().isPresent());
    boolean mixed = cells.stream().map(cell -> cell.subject().durability()).distinct().count() > 1;
    boolean placed = cells.stream().map(cell -> cell.place()).distinct().count() > 1;
    Columns<Calibration> columns =
        new Columns<Calibration>().text("database", cell -> database(cell.subject(), mixed));
    if (placed) {
      columns.text(Table.PLACE, Calibration::place);
    }
    columns
        .number("threads", cell -> Field.whole(cell.subject().threads()))
        .number("value", cell -> Field.bytes(cell.subject().valueSizeBytes()))
        .text("phase", cell -> cell.subject().phase())
        .number("noop (floor)", cell -> number("%.0f ns", cell.floorNs()))
        .number("trace runner", cell -> number("%,.0f", Optional.of(cell.traceOpsS())))
        .number("native (ceiling)", cell -> number("%,.0f", cell.ceilingOpsS()))
        .number("trace/native", cell -> ratio(cell.ofCeiling()));
    if (stock) {
      columns
          .number("stock ycsb", cell -> number("%,.0f", cell.stockOpsS()))
          .number("trace/ycsb", cell -> ratio(cell.overStock()));
    }
    return columns.table("bounds", "Floor and ceiling", cells);
  }

  private static String database(Calibration.Subject subject, boolean mixed) {
    return mixed ? subject.database() + " (" + subject.durability() + ")" : subject.database();
  }

  /** The phases without a ceiling: a sentence for each reason. */
  public static List<Note> leftOut(List<Calibration> cells, boolean warning) {
    Map<String, Set<String>> phases = new TreeMap<>();
    for (Calibration cell : cells) {
      cell.noCeiling()
          .ifPresent(
              why ->
                  phases
                      .computeIfAbsent(why, any -> new LinkedHashSet<>())
                      .add(cell.subject().database() + " " + cell.subject().phase()));
    }
    return phases.entrySet().stream()
        .map(
            each ->
                new Note(
                    warning,
                    "No ceiling is shown for %s: %s."
                        .formatted(String.join(", ", each.getValue()), each.getKey())))
        .toList();
  }

  private static Field number(String format, Optional<Double> figure) {
    return figure.map(each -> Field.number(text(format, each), each)).orElse(Field.NONE);
  }

  private static String text(String format, double figure) {
    return String.format(Locale.ROOT, format, figure);
  }

  public static Field ratio(Optional<Estimate> ratio) {
    String interval =
        ratio
            .flatMap(known -> Figures.interval(known, end -> text("%.2f", end), "-"))
            .or(() -> ratio.map(known -> Plural.of(known.samples(), "repeat")))
            .orElse("");
    return number("%.2f", ratio.map(Estimate::figure)).within(interval);
  }
}
