package org.pmemycsb.harness.report;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.apache.commons.csv.CSVPrinter;
import org.pmemycsb.harness.analysis.Ratio;
import org.pmemycsb.harness.result.Conditions;

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
          key("phase", Conditions::phase),
          key("threads", Conditions::threads),
          key("value_size_bytes", Conditions::valueSizeBytes),
          key("durability", Conditions::durability),
          key("runner", Conditions::runner),
          key("memory", Conditions::memory),
          key("machines", key -> Math.max(1, key.machines())),
          key("database", Conditions::database),
          key("place", Conditions::place),
          key("log_place", Conditions::logPlace),
          over("over_database", Conditions::database),
          over("over_place", Conditions::place),
          over("over_log_place", Conditions::logPlace),
          new Column("invocations", ratio -> ratio.known().invocations()),
          new Column("ratio", ratio -> text(OptionalDouble.of(ratio.figure()))),
          new Column("ratio_ci95_low", ratio -> text(ratio.low())),
          new Column("ratio_ci95_high", ratio -> text(ratio.high())),
          new Column("call", ratio -> lower(ratio.call())));

  private RatiosCsv() {}

  private static Column key(String name, Function<Conditions, Object> value) {
    return new Column(name, ratio -> value.apply(ratio.upper().key()));
  }

  private static Column over(String name, Function<Conditions, Object> value) {
    return new Column(name, ratio -> value.apply(ratio.lower().key()));
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
