package org.pmemycsb.harness.report;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.apache.commons.csv.CSVPrinter;
import org.pmemycsb.harness.analysis.Ratio;
import org.pmemycsb.harness.experiment.Dimension;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.FileColumns;

/**
 * The file {@code ratios.csv}: a row for each ratio of two cells. Conditions without {@code over_}
 * are those of the first cell.
 */
final class RatiosCsv {
  static final String FILE = "ratios.csv";

  private record Column(String name, Function<Ratio, Object> value) {}

  private static final List<Column> COLUMNS =
      List.of(
          new Column("rule", ratio -> lower(ratio.rule())),
          key(Dimension.PHASE),
          key(Dimension.THREADS),
          key(Dimension.VALUE_SIZE),
          key(Dimension.DURABILITY),
          key(Dimension.RUNNER),
          key(Dimension.MEMORY),
          key(Dimension.MACHINES),
          key(Dimension.DATABASE),
          key(Dimension.PLACE),
          key(Dimension.LOG_PLACE),
          over(Dimension.DATABASE),
          over(Dimension.PLACE),
          over(Dimension.LOG_PLACE),
          new Column("invocations", ratio -> ratio.known().invocations()),
          new Column("ratio", ratio -> text(OptionalDouble.of(ratio.figure()))),
          new Column("ratio_ci95_low", ratio -> text(ratio.low())),
          new Column("ratio_ci95_high", ratio -> text(ratio.high())),
          new Column("call", ratio -> lower(ratio.call())),
          new Column("written_before", ratio -> text(written(ratio.upper()))),
          new Column("over_written_before", ratio -> text(written(ratio.lower()))),
          new Column("same_state", ratio -> !ratio.isOfOtherStates()));

  private RatiosCsv() {}

  private static Column key(Dimension dimension) {
    return new Column(dimension.key(), ratio -> ratio.upper().key().column(dimension));
  }

  private static Column over(Dimension dimension) {
    return new Column("over_" + dimension.key(), ratio -> ratio.lower().key().column(dimension));
  }

  private static OptionalDouble written(Cell cell) {
    return cell.figure(FileColumns.WRITTEN_BEFORE);
  }

  private static String lower(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT);
  }

  private static String text(OptionalDouble figure) {
    return figure.isPresent() ? String.format(Locale.ROOT, "%.4f", figure.getAsDouble()) : "";
  }

  static String render(List<Ratio> ratios) throws IOException {
    StringBuilder text = new StringBuilder();
    String[] header = COLUMNS.stream().map(Column::name).toArray(String[]::new);
    try (CSVPrinter csv = new CSVPrinter(text, Csv.format(header))) {
      for (Ratio ratio : ratios) {
        csv.printRecord(COLUMNS.stream().map(column -> column.value().apply(ratio)));
      }
    }
    return text.toString();
  }
}
