package org.pmemycsb.harness.report.tables;

import java.util.List;
import java.util.Locale;
import org.pmemycsb.harness.analysis.Pairs;
import org.pmemycsb.harness.analysis.Pairs.Pair;
import org.pmemycsb.harness.report.model.Columns;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.statistics.Call;

/** {@link Pairs} as a table. */
public final class PairTables {
  public static final String RULE =
      "Faster and slower: the 95 % interval of the ratio excludes 1. Equal: it lies between 0.90 and"
          + " 1.11. Otherwise the ratio is unclear.";

  private PairTables() {}

  public static String verdict(Pair pair) {
    return switch (Call.of(pair.ratio())) {
      case FASTER -> "A is faster";
      case SLOWER -> "B is faster";
      case EQUAL -> "equal";
      case UNCLEAR -> "unclear";
    };
  }

  public static String interval(Pair pair) {
    return String.format(
        Locale.ROOT, "%.2f to %.2f", pair.ratio().interval().low(), pair.ratio().interval().high());
  }

  public static String ratio(Pair pair) {
    return String.format(Locale.ROOT, "%.2f", pair.ratio().figure());
  }

  /**
   * A row for each pair.
   *
   * @param names of the databases, with the runner if there are several
   */
  public static Table table(Names names, List<Pair> pairs) {
    Columns<Pair> columns = new Columns<Pair>().text("phase", pair -> pair.a().key().phase());
    Throughput.sizes(columns, pair -> pair.a().key());
    if (names.placed()) {
      columns.text(Table.PLACE, pair -> pair.a().key().where());
    }
    return columns
        .text("A", pair -> names.of(pair.a().key()))
        .text("B", pair -> names.of(pair.b().key()))
        .number("A/B", pair -> Field.number(ratio(pair), pair.ratio().figure()))
        .number("95 % interval", pair -> Field.text(interval(pair)))
        .text("verdict", PairTables::verdict)
        .table("pairs", "Every two databases under the same conditions", pairs);
  }
}
