package org.pmemycsb.harness.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Ratio;

/** The long table of the ratios of an experiment. */
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
    boolean placed = Roles.placed(cells);
    List<Ratio> pairs = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      for (int j = i + 1; j < cells.size(); j++) {
        Cell a = cells.get(i);
        Cell b = cells.get(j);
        if (comparable(a, b) && (!placed || a.key().where().equals(b.key().where()))) {
          Ratio.of(Ratio.Rule.PAIR, Optional.of(a), Optional.of(b))
              .filter(each -> each.known().hasInterval())
              .ifPresent(pairs::add);
        }
      }
    }
    return pairs;
  }

  private static boolean comparable(Cell a, Cell b) {
    return !a.key().database().equals(b.key().database())
        && a.key().common().equals(b.key().common());
  }
}
