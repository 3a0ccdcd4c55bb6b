package org.pmemycsb.harness.report.tables;

import java.util.List;
import java.util.Locale;
import org.pmemycsb.harness.analysis.Ratio;
import org.pmemycsb.harness.report.model.Columns;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Field;

/** {@link Ratio Ratios} of pairs as a table. */
public final class PairTables {
  public static final String RULE =
      "Faster and slower: the 95 % interval of the ratio excludes 1. Equal: it lies between 0.90 and"
          + " 1.11. Otherwise the ratio is unclear.";

  private PairTables() {}

  public static String verdict(Ratio pair) {
    return switch (pair.call()) {
      case FASTER -> "A is faster";
      case SLOWER -> "B is faster";
      case EQUAL -> "equal";
      case UNCLEAR -> "unclear";
    };
  }

  public static String interval(Ratio pair) {
    return String.format(
        Locale.ROOT, "%.2f to %.2f", pair.known().interval().low(), pair.known().interval().high());
  }

  public static String ratio(Ratio pair) {
    return String.format(Locale.ROOT, "%.2f", pair.figure());
  }

  /**
   * A row for each pair.
   *
   * @param names of the databases, with the runner if there are several
   */
  public static Table table(Names names, List<Ratio> pairs) {
    Columns<Ratio> columns = new Columns<Ratio>().text("phase", pair -> pair.upper().key().phase());
    Throughput.sizes(columns, pair -> pair.upper().key());
    if (names.placed()) {
      columns.text(Table.PLACE, pair -> pair.upper().key().where());
    }
    return columns
        .text("A", pair -> names.of(pair.upper().key()))
        .text("B", pair -> names.of(pair.lower().key()))
        .number("A/B", pair -> Field.number(ratio(pair), pair.figure()))
        .number("95 % interval", pair -> Field.text(interval(pair)))
        .text("verdict", PairTables::verdict)
        .table("pairs", "Every two databases under the same conditions", pairs);
  }
}
