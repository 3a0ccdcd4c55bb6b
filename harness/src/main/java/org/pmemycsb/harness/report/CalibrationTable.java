package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.pmemycsb.harness.calibrate.Calibration;
import org.pmemycsb.harness.experiment.ByteSize;
import org.pmemycsb.harness.statistics.Estimate;

/** Cells beside what bounds them, as people read it. */
public final class CalibrationTable {
  /** Its name in a result folder. */
  public static final String FILE = "calibration.md";

  /** What the columns mean. */
  static final String LEGEND =
      "`noop (floor)` is what the harness itself costs: the same operations on a database that does"
          + " nothing, in nanoseconds for each operation of a thread. `native (ceiling)` is what the"
          + " store gives without Java: the same operations replayed by the database's own program."
          + " `of ceiling` is the median over the repeats of the two figures' ratio, with its 95 %"
          + " interval.\n";

  private CalibrationTable() {}

  /** A row for each cell; columns for what was measured. */
  public static ThroughputTable of(List<Calibration> cells) {
    boolean stock = cells.stream().anyMatch(cell -> cell.stockOpsS().isPresent());
    boolean mixed = cells.stream().map(Calibration::durability).distinct().count() > 1;
    List<String> header =
        new ArrayList<>(
            List.of(
                "database",
                "threads",
                "value",
                "phase",
                "noop (floor)",
                "trace runner",
                "native (ceiling)",
                "of ceiling"));
    if (stock) {
      header.addAll(List.of("stock ycsb", "over stock"));
    }
    List<List<String>> rows = new ArrayList<>();
    for (Calibration cell : cells) {
      List<String> row = new ArrayList<>();
      row.add(mixed ? cell.database() + " (" + cell.durability() + ")" : cell.database());
      row.add(Integer.toString(cell.threads()));
      row.add(ByteSize.format(cell.valueSizeBytes()));
      row.add(cell.phase());
      row.add(cell.floorNs().map(floor -> String.format(Locale.ROOT, "%.0f ns", floor)).orElse(""));
      row.add(throughput(Optional.of(cell.traceOpsS())));
      row.add(throughput(cell.ceilingOpsS()));
      row.add(ratio(cell.ofCeiling()));
      if (stock) {
        row.add(throughput(cell.stockOpsS()));
        row.add(ratio(cell.overStock()));
      }
      rows.add(row);
    }
    return new ThroughputTable(header, rows);
  }

  /** The file with this name. */
  static String render(List<Calibration> cells) {
    return "# Floor and ceiling\n\nOperations per second, medians over the valid runs.\n\n"
        + of(cells).toMarkdown()
        + "\n"
        + LEGEND;
  }

  private static String throughput(Optional<Double> figure) {
    return figure.map(each -> String.format(Locale.ROOT, "%,.0f", each)).orElse("");
  }

  private static String ratio(Optional<Estimate> ratio) {
    return ratio
        .map(
            each ->
                each.low().isPresent() && each.high().isPresent()
                    ? String.format(
                        Locale.ROOT,
                        "%.2f [%.2f, %.2f]",
                        each.median(),
                        each.low().getAsDouble(),
                        each.high().getAsDouble())
                    : String.format(Locale.ROOT, "%.2f", each.median()))
        .orElse("");
  }
}
