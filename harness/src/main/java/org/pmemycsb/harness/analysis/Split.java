package org.pmemycsb.harness.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.PhaseResult;

/** The shares of flushes and fences in an operation's time. Pure functions. */
public final class Split {
  private static final Set<String> SPLIT =
      Purpose.split().stream().map(Purpose::id).collect(Collectors.toSet());

  private Split() {}

  private record Key(String run, String phase) {}

  /**
   * A cell of the comparison, and the same with flushes or fences left out.
   *
   * @param without the latter; their conditions are those of the cell, but their runner is the id
   *     of the {@link Purpose}
   */
  public record Parts(Cell whole, Map<Purpose, Cell> without) {}

  /** The cells that were split. */
  public static List<Parts> of(
      List<PhaseResult> phases, List<PhaseResult> asides, List<Cell> cells) {
    Map<Key, Conditions> whole = new HashMap<>();
    phases.forEach(
        each -> whole.put(new Key(each.origin().run(), each.phase()), each.conditions()));
    Map<Conditions, Map<String, List<PhaseResult>>> without = new HashMap<>();
    for (PhaseResult each : asides) {
      Conditions of = whole.get(new Key(each.origin().beside(), each.phase()));
      if (of != null && SPLIT.contains(each.origin().aside())) {
        without
            .computeIfAbsent(of, none -> new HashMap<>())
            .computeIfAbsent(each.origin().aside(), none -> new ArrayList<>())
            .add(each);
      }
    }
    List<Parts> all = new ArrayList<>();
    for (Cell cell : cells) {
      Map<String, List<PhaseResult>> found = without.get(cell.key());
      if (found != null && cell.key().runner().equals(RunnerKind.TRACE.id())) {
        all.add(new Parts(cell, parts(cell.key(), found)));
      }
    }
    return all;
  }

  private static Map<Purpose, Cell> parts(Conditions key, Map<String, List<PhaseResult>> found) {
    return Purpose.split().stream()
        .filter(aside -> found.containsKey(aside.id()))
        .collect(
            Collectors.toMap(
                aside -> aside,
                aside ->
                    Cells.of(found.get(aside.id()))
                        .get(0)
                        .under(key.with(key.label(), aside.id()))));
  }

  /** The cells and those of a split. Claims name the latter by their runner. */
  public static List<Cell> with(
      List<PhaseResult> phases, List<PhaseResult> asides, List<Cell> cells) {
    return Stream.concat(
            cells.stream(),
            of(phases, asides, cells).stream().flatMap(parts -> parts.without().values().stream()))
        .toList();
  }
}
