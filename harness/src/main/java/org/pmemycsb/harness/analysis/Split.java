package org.pmemycsb.harness.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.design.Aside;
import org.pmemycsb.harness.design.RunSpec;
import org.pmemycsb.harness.design.RunnerKind;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.PhaseResult;

/** The shares of flushes and fences in an operation's time. Pure functions. */
public final class Split {
  private static final Set<String> SPLIT =
      Aside.split().stream().map(Aside::id).collect(Collectors.toSet());

  private Split() {}

  private record Key(String combination, String phase) {
    static Key of(PhaseResult phase) {
      String combination = RunSpec.combination(phase.run());
      return new Key(
          phase.origin().aside() == null ? combination : RunSpec.combination(combination),
          phase.phase());
    }
  }

  /**
   * A cell of the comparison, and the same with flushes or fences left out.
   *
   * @param without the latter; their conditions are those of the cell, but their runner is the id
   *     of the {@link Aside}
   */
  public record Parts(Cell whole, Map<Aside, Cell> without) {}

  /** The cells that were split. */
  public static List<Parts> of(
      List<PhaseResult> phases, List<PhaseResult> asides, List<Cell> cells) {
    Map<Key, Map<String, List<PhaseResult>>> without =
        asides.stream()
            .filter(phase -> SPLIT.contains(phase.origin().aside()))
            .collect(
                Collectors.groupingBy(
                    Key::of, Collectors.groupingBy(phase -> phase.origin().aside())));
    if (without.isEmpty()) {
      return List.of();
    }
    Map<Conditions, Key> keys =
        phases.stream()
            .collect(Collectors.toMap(PhaseResult::conditions, Key::of, (one, same) -> one));
    List<Parts> all = new ArrayList<>();
    for (Cell cell : cells) {
      Map<String, List<PhaseResult>> found = without.get(keys.get(cell.key()));
      if (found != null && cell.key().runner().equals(RunnerKind.TRACE.id())) {
        all.add(new Parts(cell, parts(cell.key(), found)));
      }
    }
    return all;
  }

  private static Map<Aside, Cell> parts(Conditions key, Map<String, List<PhaseResult>> found) {
    return Aside.split().stream()
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
