package org.pmemycsb.harness.analysis;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.PhaseResult;

/** The shares of flushes and fences in an operation's time. Pure functions. */
public final class Split {
  private Split() {}

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
    Map<String, Conditions> whole = new HashMap<>();
    phases.forEach(each -> whole.put(each.origin().run() + " " + each.phase(), each.conditions()));
    List<Parts> all = new ArrayList<>();
    for (Cell cell : cells) {
      Map<Purpose, Cell> without = new EnumMap<>(Purpose.class);
      for (Purpose part : Purpose.split()) {
        List<PhaseResult> found =
            asides.stream()
                .filter(each -> part.id().equals(each.origin().purpose()))
                .filter(
                    each ->
                        cell.key().equals(whole.get(each.origin().beside() + " " + each.phase())))
                .toList();
        if (!found.isEmpty()) {
          Conditions key = cell.key().with(cell.key().label(), part.id());
          without.put(part, Cells.of(found).get(0).under(key));
        }
      }
      if (!without.isEmpty() && cell.key().runner().equals(RunnerKind.TRACE.id())) {
        all.add(new Parts(cell, without));
      }
    }
    return all;
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
