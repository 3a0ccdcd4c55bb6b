package org.pmemycsb.harness.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.pmemycsb.harness.analysis.Comparisons;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.FileColumns;
import org.pmemycsb.harness.result.Ratio;

/**
 * The file {@code ratios.csv}: a row for each ratio of two cells. Conditions without {@code over_}
 * are those of the first cell. The file {@code compare.csv} has the same columns behind the names
 * of the folders, and rows for the cells that one of them lacks.
 */
final class RatiosCsv {
  static final String FILE = "ratios.csv";

  /**
   * @param upper null if it was not measured
   * @param lower null if it was not measured
   * @param ratio empty unless both have a figure
   */
  private record Pair(Ratio.Rule rule, Cell upper, Cell lower, Optional<Ratio> ratio) {
    private Object of(Function<Ratio, OptionalDouble> figure) {
      return text(ratio.map(figure).orElse(OptionalDouble.empty()));
    }

    private String call() {
      if (upper == null || lower == null) {
        return "missing";
      }
      return ratio
          .map(known -> word(known.call()))
          .orElse(upper.valid() && lower.valid() ? "" : "invalid");
    }
  }

  private record Column(String name, Function<Pair, Object> value) {}

  private static final List<Column> FIXED =
      List.of(
          new Column("rule", pair -> word(pair.rule())),
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
          new Column("ops_s", pair -> text(rate(pair.upper()))),
          new Column("over_ops_s", pair -> text(rate(pair.lower()))),
          new Column(
              "invocations",
              pair -> pair.ratio().map(known -> "" + known.known().invocations()).orElse("")),
          new Column("ratio", pair -> pair.of(ratio -> OptionalDouble.of(ratio.figure()))),
          new Column("ratio_ci95_low", pair -> pair.of(Ratio::low)),
          new Column("ratio_ci95_high", pair -> pair.of(Ratio::high)),
          new Column("call", Pair::call),
          new Column("written_before", pair -> text(written(pair.upper()))),
          new Column("over_written_before", pair -> text(written(pair.lower()))),
          new Column(
              "same_state",
              pair -> pair.ratio().map(known -> "" + !known.isOfOtherStates()).orElse("")));

  private static final List<Column> COLUMNS =
      Stream.concat(
              FIXED.stream(),
              Dimension.ofGrid().stream()
                  .map(RatiosCsv::key)
                  .filter(each -> FIXED.stream().noneMatch(any -> any.name.equals(each.name))))
          .toList();

  private RatiosCsv() {}

  private static Column key(Dimension dimension) {
    return new Column(
        dimension.key(),
        pair -> (pair.upper() == null ? pair.lower() : pair.upper()).key().column(dimension));
  }

  private static Column over(Dimension dimension) {
    return new Column(
        "over_" + dimension.key(),
        pair -> (pair.lower() == null ? pair.upper() : pair.lower()).key().column(dimension));
  }

  private static OptionalDouble written(Cell cell) {
    return cell == null ? OptionalDouble.empty() : cell.figure(FileColumns.WRITTEN_BEFORE);
  }

  private static OptionalDouble rate(Cell cell) {
    return cell == null ? OptionalDouble.empty() : cell.rate();
  }

  private static String word(Enum<?> name) {
    return name.name().toLowerCase(Locale.ROOT);
  }

  private static String text(OptionalDouble figure) {
    return figure.isPresent() ? String.format(Locale.ROOT, "%.4f", figure.getAsDouble()) : "";
  }

  private static List<Object> row(Pair pair) {
    return COLUMNS.stream().map(column -> column.value().apply(pair)).toList();
  }

  private static List<String> header() {
    return COLUMNS.stream().map(Column::name).toList();
  }

  static String render(List<Ratio> ratios) throws IOException {
    return Csv.text(
        header(),
        ratios.stream()
            .map(each -> new Pair(each.rule(), each.upper(), each.lower(), Optional.of(each)))
            .map(RatiosCsv::row));
  }

  static String render(Comparisons comparisons) throws IOException {
    List<Comparisons.Side> sides = comparisons.sides();
    List<String> header = new ArrayList<>(List.of("folder", "over_folder"));
    header.addAll(header());
    List<List<Object>> rows = new ArrayList<>();
    for (Comparisons.Line line : comparisons.lines()) {
      for (int side = 1; side < sides.size(); side++) {
        List<Object> row = new ArrayList<>(List.of(sides.get(side).name(), sides.get(0).name()));
        row.addAll(
            row(
                new Pair(
                    Ratio.Rule.COMPARE,
                    line.cells().get(side),
                    line.cells().get(0),
                    comparisons.comparison(line, side))));
        rows.add(row);
      }
    }
    return Csv.text(header, rows.stream());
  }
}
