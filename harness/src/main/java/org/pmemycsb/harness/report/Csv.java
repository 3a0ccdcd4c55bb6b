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
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Comparisons;
import org.pmemycsb.harness.analysis.Comparisons.Side;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.FileColumn;
import org.pmemycsb.harness.result.FileColumns;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Ratio;

/**
 * The CSV files. {@code summary.csv} and {@code runs.csv} have {@link FileColumns} of cells, and of
 * phases in the order of the journal. {@code ratios.csv} has a row for each ratio of two cells;
 * conditions without {@code over_} are those of the first. {@code compare.csv} has the same columns
 * behind the names of the folders, and rows for the cells that one of them lacks.
 *
 * <p>Unknown figures are empty. So are the figures of an invalid cell or phase, because some
 * programs do not check {@code valid}.
 */
public final class Csv {
  public static final String SUMMARY = "summary.csv";
  public static final String RUNS = "runs.csv";
  static final String RATIOS = "ratios.csv";

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

  private record Column<T>(String name, Function<T, Object> value) {}

  /**
   * @param upper null if it was not measured
   * @param lower null if it was not measured
   * @param ratio empty unless both have a figure
   */
  private record Pair(
      String folder,
      String overFolder,
      Ratio.Rule rule,
      Cell upper,
      Cell lower,
      Optional<Ratio> ratio) {
    private String call() {
      if (upper == null || lower == null) {
        return "missing";
      }
      return ratio
          .map(known -> word(known.call()))
          .orElse(upper.valid() && lower.valid() ? "" : "invalid");
    }
  }

  private static final List<Column<Pair>> RATIO_COLUMNS = ratioColumns();

  private Csv() {}

  private static List<String> names(String text) {
    return List.of(text.split(" "));
  }

  private static List<Column<Pair>> ratioColumns() {
    List<Column<Pair>> all = new ArrayList<>();
    all.add(new Column<>("rule", pair -> word(pair.rule())));
    Stream.of(
            Dimension.PHASE,
            Dimension.THREADS,
            Dimension.VALUE_SIZE,
            Dimension.DURABILITY,
            Dimension.RUNNER,
            Dimension.MEMORY,
            Dimension.MACHINES,
            Dimension.DATABASE,
            Dimension.PLACE,
            Dimension.LOG_PLACE)
        .map(each -> condition("", each, Pair::upper, Pair::lower))
        .forEach(all::add);
    Stream.of(Dimension.DATABASE, Dimension.PLACE, Dimension.LOG_PLACE)
        .map(each -> condition("over_", each, Pair::lower, Pair::upper))
        .forEach(all::add);
    all.add(figure("ops_s", Pair::upper, Cell::rate));
    all.add(figure("over_ops_s", Pair::lower, Cell::rate));
    all.add(ofRatio("invocations", ratio -> "" + ratio.known().invocations()));
    all.add(ofRatio("ratio", ratio -> text(OptionalDouble.of(ratio.figure()))));
    all.add(ofRatio("ratio_ci95_low", ratio -> text(ratio.low())));
    all.add(ofRatio("ratio_ci95_high", ratio -> text(ratio.high())));
    all.add(new Column<>("call", Pair::call));
    all.add(figure("written_before", Pair::upper, Csv::written));
    all.add(figure("over_written_before", Pair::lower, Csv::written));
    all.add(ofRatio("same_state", ratio -> "" + !ratio.isOfOtherStates()));
    Dimension.ofGrid().stream()
        .map(each -> condition("", each, Pair::upper, Pair::lower))
        .filter(each -> all.stream().noneMatch(any -> any.name.equals(each.name)))
        .toList()
        .forEach(all::add);
    return all;
  }

  /** A condition of one of the cells, or of the other if that was not measured. */
  private static Column<Pair> condition(
      String prefix, Dimension dimension, Function<Pair, Cell> of, Function<Pair, Cell> other) {
    return new Column<>(
        prefix + dimension.key(),
        pair ->
            Objects.requireNonNullElseGet(of.apply(pair), () -> other.apply(pair))
                .key()
                .column(dimension));
  }

  private static Column<Pair> figure(
      String name, Function<Pair, Cell> of, Function<Cell, OptionalDouble> figure) {
    return new Column<>(
        name, pair -> of.apply(pair) == null ? "" : text(figure.apply(of.apply(pair))));
  }

  private static Column<Pair> ofRatio(String name, Function<Ratio, String> text) {
    return new Column<>(name, pair -> pair.ratio().map(text).orElse(""));
  }

  private static OptionalDouble written(Cell cell) {
    return cell.figure(FileColumns.WRITTEN_BEFORE);
  }

  static String word(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT);
  }

  private static String text(OptionalDouble figure) {
    return figure.isPresent() ? Figures.text("%.4f", figure.getAsDouble()) : "";
  }

  public static String summary(List<Cell> cells) throws IOException {
    return text(
        columns(FIRST_OF_SUMMARY, FileColumn::cell, column -> cell -> rounded(column.of(cell))),
        cells);
  }

  /** Figures have all their digits, so that other programs find the same means. */
  static String runs(List<PhaseResult> phases) throws IOException {
    return text(
        columns(FIRST_OF_RUNS, FileColumn::run, column -> run -> exact(column.run().apply(run))),
        phases);
  }

  private static <T> List<Column<T>> columns(
      List<String> first,
      Function<FileColumn, Object> having,
      Function<FileColumn, Function<T, Object>> value) {
    List<String> order = new ArrayList<>(first);
    FileColumns.ALL.forEach(column -> order.add(column.name()));
    return FileColumns.ALL.stream()
        .filter(column -> Objects.nonNull(having.apply(column)))
        .sorted(Comparator.comparingInt(column -> order.indexOf(column.name())))
        .map(column -> new Column<>(column.name(), value.apply(column)))
        .toList();
  }

  private static Object rounded(Object value) {
    if (value instanceof Optional<?> known) {
      return known.map(Object::toString).orElse("");
    }
    if (value instanceof OptionalDouble figure) {
      return figure.isPresent() ? Figures.text("%.3f", figure.getAsDouble()) : "";
    }
    return value;
  }

  private static Object exact(Object value) {
    return value instanceof Double figure
        ? figure.isNaN() ? "" : BigDecimal.valueOf(figure).toPlainString()
        : value;
  }

  static String ratios(List<Ratio> ratios) throws IOException {
    return text(
        RATIO_COLUMNS,
        ratios.stream()
            .map(of -> new Pair("", "", of.rule(), of.upper(), of.lower(), Optional.of(of)))
            .toList());
  }

  /** Every other folder against the first. */
  static String comparison(Comparisons comparisons) throws IOException {
    List<Column<Pair>> columns = new ArrayList<>();
    columns.add(new Column<>("folder", Pair::folder));
    columns.add(new Column<>("over_folder", Pair::overFolder));
    columns.addAll(RATIO_COLUMNS);
    List<Side> sides = comparisons.sides();
    return text(
        columns,
        comparisons.lines().stream()
            .flatMap(
                line ->
                    IntStream.range(1, sides.size())
                        .mapToObj(
                            side ->
                                new Pair(
                                    sides.get(side).name(),
                                    sides.get(0).name(),
                                    Ratio.Rule.COMPARE,
                                    line.cells().get(side),
                                    line.cells().get(0),
                                    comparisons.comparison(line, side))))
            .toList());
  }

  /**
   * For programs that find change points: a row for each folder with runs, in the order of their
   * times, and a column for each cell that has a figure in all of them. Such programs know no gaps.
   */
  static String otava(Comparisons comparisons) throws IOException {
    List<Side> sides =
        comparisons.sides().stream()
            .filter(side -> side.results().begun().isPresent())
            .sorted(Comparator.comparing(side -> side.results().begun().orElseThrow()))
            .toList();
    List<Column<Side>> columns = new ArrayList<>();
    columns.add(new Column<>("time", side -> side.results().begun().orElseThrow()));
    columns.add(new Column<>("folder", Side::name));
    comparisons.lines().stream()
        .map(Comparisons.Line::key)
        .filter(key -> sides.stream().allMatch(side -> Comparisons.usable(side.cells().get(key))))
        .map(key -> new Column<Side>(name(key), side -> text(side.cells().get(key).rate())))
        .forEach(columns::add);
    return text(columns, sides);
  }

  private static String name(Conditions key) {
    return String.join(
        "/",
        key.where().isEmpty() ? key.database() : key.database() + "@" + key.where(),
        key.phase(),
        Integer.toString(key.threads()),
        Integer.toString(key.valueSizeBytes()),
        key.durability()
            + key.limits().map(limit -> "/" + key.column(limit)).collect(Collectors.joining()),
        key.runner() + (key.machines() == 0 ? "" : "/" + Plural.of(key.machines(), "machine")));
  }

  private static <T> String text(List<Column<T>> columns, List<T> rows) throws IOException {
    CSVFormat format =
        CSVFormat.RFC4180
            .builder()
            .setHeader(columns.stream().map(Column::name).toArray(String[]::new))
            .setRecordSeparator('\n')
            .get();
    StringBuilder text = new StringBuilder();
    try (CSVPrinter csv = new CSVPrinter(text, format)) {
      for (T row : rows) {
        csv.printRecord(columns.stream().map(column -> column.value().apply(row)));
      }
    }
    return text.toString();
  }
}
