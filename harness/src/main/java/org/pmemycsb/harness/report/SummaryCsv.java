package org.pmemycsb.harness.report;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.pmemycsb.harness.result.Cell;

/**
 * The file {@code summary.csv}: a row for each cell. Unknown figures are empty. So are all figures
 * of an invalid cell, because some programs do not check {@code valid}; {@code cells.jsonl} has its
 * valid repeats.
 */
public final class SummaryCsv {
  public static final String FILE = "summary.csv";

  private static final List<SummaryColumn> COLUMNS =
      SummaryColumn.ALL.stream().sorted(Comparator.comparing(SummaryColumn::last)).toList();

  private SummaryCsv() {}

  public static String render(List<Cell> cells) throws IOException {
    StringBuilder text = new StringBuilder();
    String[] header = COLUMNS.stream().map(SummaryColumn::name).toArray(String[]::new);
    try (CSVPrinter csv = new CSVPrinter(text, format(header))) {
      for (Cell cell : cells) {
        csv.printRecord(COLUMNS.stream().map(column -> text(column.of(cell))));
      }
    }
    return text.toString();
  }

  /** The format of all CSV files. */
  static CSVFormat format(String... header) {
    return CSVFormat.RFC4180.builder().setHeader(header).setRecordSeparator('\n').get();
  }

  private static Object text(Object value) {
    if (value instanceof Optional<?> known) {
      return known.map(Object::toString).orElse("");
    }
    if (value instanceof OptionalDouble figure) {
      return figure.isPresent() ? String.format(Locale.ROOT, "%.3f", figure.getAsDouble()) : "";
    }
    return value;
  }
}
