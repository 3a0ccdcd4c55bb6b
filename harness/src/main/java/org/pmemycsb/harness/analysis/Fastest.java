package org.pmemycsb.harness.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.statistics.Call;
import org.pmemycsb.harness.statistics.Estimate;

/** The databases that win under their conditions. */
public final class Fastest {
  private Fastest() {}

  /**
   * For each set of conditions, the fastest contender and all that cannot be told apart from it;
   * empty if no two can be told apart.
   */
  public static Set<Cell> of(Results results, List<Ratio> pairs) {
    boolean placed = Roles.placed(results.cells());
    Roles roles = Roles.of(results.cells());
    Map<List<Object>, Cell> best = new HashMap<>();
    for (Cell cell : results.contenders()) {
      var key = cell.key();
      if (cell.valid() && !cell.unsustained() && !roles.isBound(key)) {
        best.merge(
            List.of(key.common(), placed ? key.where() : ""),
            cell,
            (a, b) -> figure(b) > figure(a) ? b : a);
      }
    }
    Map<Cell, List<Ratio>> byCell = new HashMap<>();
    for (Ratio pair : pairs) {
      byCell.computeIfAbsent(pair.upper(), cell -> new ArrayList<>()).add(pair);
      byCell.computeIfAbsent(pair.lower(), cell -> new ArrayList<>()).add(pair);
    }
    Set<Cell> found = new HashSet<>();
    for (Cell top : best.values()) {
      List<Ratio> against = byCell.getOrDefault(top, List.of());
      List<Ratio> alike =
          against.stream()
              .filter(pair -> Set.of(Call.EQUAL, Call.UNCLEAR).contains(pair.call()))
              .toList();
      if (alike.size() < against.size()) {
        found.add(top);
        alike.forEach(pair -> found.addAll(List.of(pair.upper(), pair.lower())));
      }
    }
    return found;
  }

  /** The throughput of a cell; 0 if it has none. */
  static double figure(Cell cell) {
    return cell.throughput().estimate().map(Estimate::figure).orElse(0.0);
  }
}
