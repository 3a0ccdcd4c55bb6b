package org.pmemycsb.harness.report;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.FileColumn;
import org.pmemycsb.harness.result.FileColumns;
import org.pmemycsb.harness.result.PhaseResult;

/**
 * The files {@code summary.csv} and {@code runs.csv}: {@link FileColumns} of cells, and of phases
 * in the order of the journal. Unknown figures are empty. So are the figures of an invalid cell or
 * phase, because some programs do not check {@code valid}.
 */
public final class Csv {
  public static final String SUMMARY = "summary.csv";
  public static final String RUNS = "runs.csv";

  // Programs that find columns by their number keep working: these come first in this order, and
  // columns that later versions add come last.
  private static final List<String> FIRST_OF_SUMMARY =
      names(
          """
          database phase threads value_size_bytes durability medium runner valid_runs runs \
          throughput_ops_s throughput_ci95_low throughput_ci95_high read_p50_us read_p99_us \
          write_p50_us write_p99_us errors valid\
          """);
  private static final List<String> FIRST_OF_RUNS =
      names(
          """
          run invocation started_at database version phase threads value_size_bytes durability \
          medium runner place machines valid reason operations errors good_operations seconds \
          throughput_ops_s read_p50_us read_p99_us read_p999_us write_p50_us write_p99_us \
          write_p999_us read_service_p50_us read_service_p99_us read_service_p999_us \
          write_service_p50_us write_service_p99_us write_service_p999_us unsteady offered_ops_s \
          sustained capacity_ops_s occupied_bytes restart_up_s restart_answer_s restart_back_s \
          memory log_place log_occupied_bytes iterations_ops_s\
          """);

  private Csv() {}

  private static List<String> names(String text) {
    return List.of(text.split(" "));
  }

  public static String summary(List<Cell> cells) throws IOException {
    return render(
        cells, FileColumn::cell, FIRST_OF_SUMMARY, (column, cell) -> rounded(column.of(cell)));
  }

  /** Figures have all their digits, so that other programs find the same means. */
  static String runs(List<PhaseResult> phases) throws IOException {
    return render(
        phases,
        FileColumn::run,
        FIRST_OF_RUNS,
        (column, phase) -> exact(column.run().apply(phase)));
  }

  private static <T> String render(
      List<T> things,
      Function<FileColumn, Object> having,
      List<String> first,
      BiFunction<FileColumn, T, Object> value)
      throws IOException {
    List<String> order = new ArrayList<>(first);
    FileColumns.ALL.forEach(column -> order.add(column.name()));
    List<FileColumn> columns =
        FileColumns.ALL.stream()
            .filter(column -> Objects.nonNull(having.apply(column)))
            .sorted(Comparator.comparingInt(column -> order.indexOf(column.name())))
            .toList();
    return text(
        columns.stream().map(FileColumn::name).toList(),
        things.stream()
            .map(each -> columns.stream().map(column -> value.apply(column, each)).toList()));
  }

  /** In the format of all CSV files. */
  static String text(List<String> header, Stream<? extends List<?>> rows) throws IOException {
    CSVFormat format =
        CSVFormat.RFC4180
            .builder()
            .setHeader(header.toArray(String[]::new))
            .setRecordSeparator('\n')
            .get();
    StringBuilder text = new StringBuilder();
    try (CSVPrinter csv = new CSVPrinter(text, format)) {
      csv.printRecords(rows);
    }
    return text.toString();
  }

  private static Object rounded(Object value) {
    if (value instanceof Optional<?> known) {
      return known.map(Object::toString).orElse("");
    }
    if (value instanceof OptionalDouble figure) {
      return figure.isPresent() ? String.format(Locale.ROOT, "%.3f", figure.getAsDouble()) : "";
    }
    return value;
  }

  private static Object exact(Object value) {
    return value instanceof Double figure
        ? figure.isNaN() ? "" : BigDecimal.valueOf(figure).toPlainString()
        : value;
  }
}
