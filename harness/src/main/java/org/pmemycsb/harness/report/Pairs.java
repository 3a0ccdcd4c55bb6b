package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.pmemycsb.harness.design.ByteSize;
import org.pmemycsb.harness.report.Table.Column;
import org.pmemycsb.harness.report.Table.Field;
import org.pmemycsb.harness.report.Table.Row;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.SameRounds;
import org.pmemycsb.harness.statistics.Comparison;

/** Every two databases under the same conditions, held against each other. */
final class Pairs {
  static final String RULE =
      "Two databases can be told apart if the 95 % interval of their ratio excludes 1 and a"
          + " Mann-Whitney test finds a difference at 5 %. The test needs at least "
          + Comparison.FEWEST
          + " runs of each. 'Smallest' is the difference that 4 of 5 such experiments would find.";

  private Pairs() {}

  /** Two cells that differ in their database only. */
  record Pair(Cell a, Cell b, SameRounds figures, Comparison comparison) {
    /** The verdict in words. */
    String verdict() {
      return switch (comparison.verdict()) {
        case FASTER -> "A is faster";
        case SLOWER -> "B is faster";
        case CANNOT_BE_TOLD_APART -> "cannot be told apart";
      };
    }

    String interval() {
      return String.format(
          Locale.ROOT, "%.2f to %.2f", comparison.ratio().low(), comparison.ratio().high());
    }

    /** The smallest difference that the repeats could have told apart. */
    private Field smallest() {
      OptionalDouble share = Comparison.smallestTold(figures.a(), figures.b());
      return share.isPresent()
          ? Field.number(Notes.percent(share.getAsDouble()), share.getAsDouble())
          : Field.text("-");
    }

    String ratio() {
      return String.format(Locale.ROOT, "%.2f", comparison.ratio().figure());
    }
  }

  /**
   * All pairs, in the order of the cells, from the rounds that both made. Two cells with one such
   * round are no pair: their spread is unknown.
   */
  static List<Pair> of(List<Cell> cells, long seed) {
    boolean placed = Names.of(cells).placed();
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      for (int j = i + 1; j < cells.size(); j++) {
        Cell a = cells.get(i);
        Cell b = cells.get(j);
        SameRounds figures = SameRounds.of(a, b);
        if (comparable(a, b)
            && figures.fewest() > 1
            && (!placed || a.key().place().equals(b.key().place()))) {
          pairs.add(new Pair(a, b, figures, Comparison.of(figures.a(), figures.b(), seed)));
        }
      }
    }
    return pairs;
  }

  /**
   * A row for each pair.
   *
   * @param names under which the databases stand, with their runner where there are several
   */
  static Table table(Names names, List<Pair> pairs) {
    List<Row> rows = new ArrayList<>();
    for (Pair pair : pairs) {
      var key = pair.a().key();
      rows.add(
          Row.of(
              Field.text(key.phase()),
              Field.whole(key.threads()),
              Field.number(ByteSize.format(key.valueSizeBytes()), key.valueSizeBytes()),
              Field.text(key.place()),
              Field.text(names.of(pair.a().key())),
              Field.text(names.of(pair.b().key())),
              Field.number(pair.ratio(), pair.comparison().ratio().figure()),
              Field.text(pair.interval()),
              pair.smallest(),
              Field.text(pair.verdict())));
    }
    Table table =
        Table.of(
            "pairs",
            "Every two databases under the same conditions",
            List.of(
                Column.text("phase"),
                Column.number("threads"),
                Column.number("value"),
                Column.text(Throughput.PLACE),
                Column.text("A"),
                Column.text("B"),
                Column.number("A/B"),
                Column.number("95 % interval"),
                Column.number("smallest"),
                Column.text("verdict")),
            rows);
    return table.columns(column -> names.placed() || !column.text().equals(Throughput.PLACE));
  }

  private static boolean comparable(Cell a, Cell b) {
    return a.valid()
        && b.valid()
        && !a.key().database().equals(b.key().database())
        && a.key().phase().equals(b.key().phase())
        && a.key().machines() == b.key().machines()
        && a.key().threads() == b.key().threads()
        && a.key().valueSizeBytes() == b.key().valueSizeBytes()
        && a.key().durability().equals(b.key().durability())
        && a.key().runner().equals(b.key().runner());
  }
}
