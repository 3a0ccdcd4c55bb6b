package org.pmemycsb.harness.analysis;

import java.util.ArrayList;
import java.util.List;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.statistics.LogMean;

/** Compares every two databases under the same conditions. */
public final class Pairs {
  private Pairs() {}

  /** Two cells that differ in their database only. */
  public record Pair(Cell a, Cell b, LogMean ratio) {}

  /**
   * All pairs, in the order of the cells, from the rounds that both made. Two cells with one such
   * round are no pair: their spread is unknown. Neither is a cell with a run in which no operation
   * succeeded: there is no ratio to it.
   */
  public static List<Pair> of(List<Cell> cells) {
    boolean placed = Roles.placed(cells);
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      for (int j = i + 1; j < cells.size(); j++) {
        Cell a = cells.get(i);
        Cell b = cells.get(j);
        if (comparable(a, b) && (!placed || a.key().where().equals(b.key().where()))) {
          LogMean ratio = a.invocations().ratio(b.invocations());
          if (ratio.hasInterval()) {
            pairs.add(new Pair(a, b, ratio));
          }
        }
      }
    }
    return pairs;
  }

  private static boolean comparable(Cell a, Cell b) {
    return Comparisons.usable(a)
        && Comparisons.usable(b)
        && !a.key().database().equals(b.key().database())
        && a.key().common().equals(b.key().common());
  }
}
