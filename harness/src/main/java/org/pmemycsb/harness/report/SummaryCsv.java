package org.pmemycsb.harness.report;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.statistics.Estimate;

/** The file {@code summary.csv}: one row a cell. What is not known is an empty field. */
public final class SummaryCsv {
  /** Its name in a result folder. */
  public static final String FILE = "summary.csv";

  private static final String[] COLUMNS = {
    "database",
    "phase",
    "threads",
    "value_size_bytes",
    "durability",
    "medium",
    "runner",
    "valid_runs",
    "runs",
    "throughput_ops_s",
    "throughput_ci95_low",
    "throughput_ci95_high",
    "read_p50_us",
    "read_p99_us",
    "write_p50_us",
    "write_p99_us",
    "errors",
    "valid"
  };

  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180.builder().setHeader(COLUMNS).setRecordSeparator('\n').get();

  private SummaryCsv() {}

  /** The whole file. */
  public static String render(List<Cell> cells) throws IOException {
    StringBuilder text = new StringBuilder();
    try (CSVPrinter csv = new CSVPrinter(text, FORMAT)) {
      for (Cell cell : cells) {
        Cell.Key key = cell.key();
        csv.printRecord(
            key.database(),
            key.phase(),
            key.threads(),
            key.valueSizeBytes(),
            key.durability(),
            key.medium(),
            key.runner(),
            cell.validRuns(),
            cell.runs(),
            number(cell.throughput().map(Estimate::median)),
            number(cell.throughput().map(Estimate::low).orElse(OptionalDouble.empty())),
            number(cell.throughput().map(Estimate::high).orElse(OptionalDouble.empty())),
            number(cell.readP50Us()),
            number(cell.readP99Us()),
            number(cell.writeP50Us()),
            number(cell.writeP99Us()),
            cell.errors(),
            cell.valid());
      }
    }
    return text.toString();
  }

  private static String number(OptionalDouble figure) {
    return figure.isPresent() ? String.format(Locale.ROOT, "%.3f", figure.getAsDouble()) : "";
  }

  private static String number(java.util.Optional<Double> figure) {
    return figure.map(x -> String.format(Locale.ROOT, "%.3f", x)).orElse("");
  }
}
