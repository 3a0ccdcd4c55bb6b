package org.pmemycsb.harness.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.statistics.Call;

/** The long table of the ratios of an experiment, and the cells that win by it. */
public final class Ratios {
  private Ratios() {}

  /** The gains from persistent memory, in the order of their rows, and then all other pairs. */
  public static List<Ratio> of(Buys buys, List<Ratio> pairs) {
    Map<Set<Conditions>, Ratio> all = new LinkedHashMap<>();
    Stream.concat(buys.rows().stream().flatMap(Buys.Row::ratios), pairs.stream())
        .forEach(each -> all.putIfAbsent(Set.of(each.upper().key(), each.lower().key()), each));
    return List.copyOf(all.values());
  }

  /** Every two databases under the same conditions on the same place, in the order of the cells. */
  public static List<Ratio> pairs(List<Cell> cells) {
    boolean placed = Roles.of(cells).placed();
    List<Ratio> pairs = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      for (Cell b : cells.subList(i + 1, cells.size())) {
        Cell a = cells.get(i);
        if (!a.key().database().equals(b.key().database())
            && rivals(a, placed).equals(rivals(b, placed))) {
          Ratio.of(Ratio.Rule.PAIR, Optional.of(a), Optional.of(b))
              .filter(each -> each.known().hasInterval())
              .ifPresent(pairs::add);
        }
      }
    }
    return pairs;
  }

  /** Equal for cells that compete. */
  private static List<Object> rivals(Cell cell, boolean placed) {
    return List.of(cell.key().common(), placed ? cell.key().where() : "");
  }

  /**
   * For each set of conditions, the fastest contender and all that cannot be told apart from it;
   * empty if no two can be told apart.
   */
  public static Set<Cell> fastest(Results results, List<Ratio> pairs) {
    Roles roles = Roles.of(results.cells());
    Map<List<Object>, Cell> best = new HashMap<>();
    for (Cell cell : results.contenders()) {
      if (cell.valid() && !cell.unsustained() && !roles.isBound(cell.key())) {
        best.merge(
            rivals(cell, roles.placed()),
            cell,
            (a, b) -> b.rate().orElse(0) > a.rate().orElse(0) ? b : a);
      }
    }
    Set<Cell> found = new HashSet<>();
    for (Cell top : best.values()) {
      List<Ratio> against =
          pairs.stream()
              .filter(pair -> pair.upper().equals(top) || pair.lower().equals(top))
              .toList();
      List<Ratio> alike =
          against.stream()
              .filter(pair -> pair.call() == Call.EQUAL || pair.call() == Call.UNCLEAR)
              .toList();
      if (alike.size() < against.size()) {
        found.add(top);
        alike.forEach(pair -> found.addAll(List.of(pair.upper(), pair.lower())));
      }
    }
    return found;
  }
}
