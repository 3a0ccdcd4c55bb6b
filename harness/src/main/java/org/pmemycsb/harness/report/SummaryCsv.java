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
 * The file {@code summary.csv}: one row a cell. What is not known is an empty field, and so is
 * every figure of an invalid cell: who reads the file without looking at {@code valid} must not
 * take the valid repeats of such a cell for its result. They stand in {@code cells.jsonl}.
 */
public final class SummaryCsv {
  /** Its name in a result folder. */
  public static final String FILE = "summary.csv";

  private static final List<SummaryColumn> COLUMNS =
      SummaryColumn.ALL.stream().sorted(Comparator.comparing(SummaryColumn::last)).toList();

  private SummaryCsv() {}

  /** The whole file. */
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

  /** The form of all our CSV files. */
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
