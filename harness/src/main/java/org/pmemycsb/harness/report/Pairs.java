package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.statistics.Comparison;

/** Every two databases under the same conditions, held against each other. */
final class Pairs {
  private Pairs() {}

  /** A Markdown table; empty when there is nothing to compare. */
  static String markdown(List<Cell> cells, long seed) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      for (int j = i + 1; j < cells.size(); j++) {
        if (comparable(cells.get(i), cells.get(j))) {
          rows.add(row(cells.get(i), cells.get(j), seed));
        }
      }
    }
    if (rows.isEmpty()) {
      return "";
    }
    return "| phase | threads | value | A | B | A/B | 95 % interval | |\n"
        + "|---|---:|---:|---|---|---:|---:|---|\n"
        + String.join("", rows);
  }

  private static boolean comparable(Cell a, Cell b) {
    return a.valid()
        && b.valid()
        && !a.key().database().equals(b.key().database())
        && a.key().phase().equals(b.key().phase())
        && a.key().threads() == b.key().threads()
        && a.key().valueSizeBytes() == b.key().valueSizeBytes()
        && a.key().durability().equals(b.key().durability())
        && a.key().runner().equals(b.key().runner());
  }

  private static String row(Cell a, Cell b, long seed) {
    Comparison comparison = Comparison.of(samples(a), samples(b), seed);
    return String.format(
        Locale.ROOT,
        "| %s | %d | %d | %s | %s | %.2f | %.2f to %.2f | %s |\n",
        a.key().phase(),
        a.key().threads(),
        a.key().valueSizeBytes(),
        a.key().database(),
        b.key().database(),
        comparison.ratio().figure(),
        comparison.ratio().low(),
        comparison.ratio().high(),
        switch (comparison.verdict()) {
          case FASTER -> "A is faster";
          case SLOWER -> "B is faster";
          case CANNOT_BE_TOLD_APART -> "cannot be told apart";
        });
  }

  private static double[] samples(Cell cell) {
    return cell.samples().stream().mapToDouble(x -> x).toArray();
  }
}
