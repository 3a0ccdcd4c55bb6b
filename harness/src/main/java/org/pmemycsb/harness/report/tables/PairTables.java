package org.pmemycsb.harness.report.tables;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.pmemycsb.harness.analysis.Pairs;
import org.pmemycsb.harness.analysis.Pairs.Pair;
import org.pmemycsb.harness.report.model.Columns;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.statistics.Comparison;

/** {@link Pairs} as a table. */
public final class PairTables {
  public static final String RULE =
      "Two databases can be told apart if the 95 % interval of their ratio excludes 1, with"
          + " at least "
          + Comparison.FEWEST
          + " runs of each. 'Smallest' is the difference that 4 of 5 such experiments would find.";

  private PairTables() {}

  public static String verdict(Pair pair) {
    return switch (pair.comparison().verdict()) {
      case FASTER -> "A is faster";
      case SLOWER -> "B is faster";
      case CANNOT_BE_TOLD_APART -> "cannot be told apart";
    };
  }

  public static String interval(Pair pair) {
    return String.format(
        Locale.ROOT,
        "%.2f to %.2f",
        pair.comparison().ratio().low(),
        pair.comparison().ratio().high());
  }

  /** The smallest difference that so many repeats can detect. */
  private static Field smallest(Pair pair) {
    OptionalDouble share = pair.comparison().smallestTold();
    return share.isPresent()
        ? Field.number(Figures.percent(share.getAsDouble()), share.getAsDouble())
        : Field.text("-");
  }

  public static String ratio(Pair pair) {
    return String.format(Locale.ROOT, "%.2f", pair.comparison().ratio().figure());
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
        .number("A/B", pair -> Field.number(ratio(pair), pair.comparison().ratio().figure()))
        .number("95 % interval", pair -> Field.text(interval(pair)))
        .number("smallest", PairTables::smallest)
        .text("verdict", PairTables::verdict)
        .table("pairs", "Every two databases under the same conditions", pairs);
  }
}
