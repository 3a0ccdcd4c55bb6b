package org.pmemycsb.harness.report;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * The file {@code summary.csv}: one row a cell. What is not known is an empty field, and so is
 * every figure of an invalid cell: who reads the file without looking at {@code valid} must not
 * take the valid repeats of such a cell for its result. They stand in {@code cells.jsonl}.
 */
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
    "valid",
    "throughput_cv"
  };

  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180.builder().setHeader(COLUMNS).setRecordSeparator('\n').get();

  private SummaryCsv() {}

  /** The whole file. */
  public static String render(List<Cell> cells) throws IOException {
    StringBuilder text = new StringBuilder();
    try (CSVPrinter csv = new CSVPrinter(text, FORMAT)) {
      for (Cell cell : cells) {
        Conditions key = cell.key();
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
            figure(cell, cell.throughput().map(Estimate::median)),
            figure(cell, cell.throughput().flatMap(x -> boxed(x.low()))),
            figure(cell, cell.throughput().flatMap(x -> boxed(x.high()))),
            figure(cell, boxed(cell.readP50Us())),
            figure(cell, boxed(cell.readP99Us())),
            figure(cell, boxed(cell.writeP50Us())),
            figure(cell, boxed(cell.writeP99Us())),
            cell.errors(),
            cell.valid(),
            figure(cell, cell.throughput().flatMap(x -> boxed(x.variation()))));
      }
    }
    return text.toString();
  }

  private static String figure(Cell cell, Optional<Double> figure) {
    return figure
        .filter(x -> cell.valid())
        .map(x -> String.format(Locale.ROOT, "%.3f", x))
        .orElse("");
  }

  private static Optional<Double> boxed(OptionalDouble figure) {
    return figure.isPresent() ? Optional.of(figure.getAsDouble()) : Optional.empty();
  }
}
