package org.pmemycsb.harness.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.RunPart;
import org.pmemycsb.harness.statistics.Comparison;
import org.pmemycsb.harness.statistics.TwoLevels;

/**
 * How long a round takes, and how many runs each of its invocations should make, learnt from the
 * rounds so far. All invocations of a round make the same number, so that no database has more runs
 * than another. Not thread-safe.
 */
final class RoundPlan {
  /** The most runs of an invocation: a database is never measured alone for long. */
  static final int MOST = 10;

  // The fewest that show how runs of one invocation scatter.
  private static final int TO_SEE_A_SCATTER = 2;

  private final List<List<double[]>> cells = new ArrayList<>();
  private double first;
  private double further;
  private int invocations = Integer.MAX_VALUE;

  /**
   * Adds a combination that the next round has.
   *
   * @param phases those of its finished runs
   */
  void add(List<PhaseResult> phases) {
    Map<Integer, List<PhaseResult>> timed =
        Cells.grouped(
            phases.stream()
                .filter(phase -> phase.origin().runSeconds() != null)
                .sorted(Comparator.comparingInt(phase -> phase.origin().repeat()))
                .toList(),
            phase -> phase.origin().invocation());
    List<PhaseResult> begin = timed.values().stream().map(runs -> runs.get(0)).toList();
    List<PhaseResult> after =
        timed.values().stream().flatMap(runs -> runs.stream().skip(1)).toList();
    first += seconds(begin);
    further +=
        after.isEmpty()
            ? seconds(begin)
                - begin.stream()
                    .mapToDouble(
                        run -> run.origin().runSeconds().getOrDefault(RunPart.PROCESS.id(), 0.0))
                    .average()
                    .orElse(0)
            : seconds(after);
    invocations = Math.min(invocations, timed.size());
    for (List<PhaseResult> cell : Cells.grouped(phases, PhaseResult::conditions).values()) {
      cells.add(
          Cells.grouped(
                  cell.stream().filter(phase -> phase.throughputOpsS() > 0).toList(),
                  phase -> phase.origin().invocation())
              .values()
              .stream()
              .map(runs -> runs.stream().mapToDouble(PhaseResult::throughputOpsS).toArray())
              .toList());
    }
  }

  /** The average time of a run. */
  private static double seconds(Collection<PhaseResult> runs) {
    return runs.stream()
        .mapToDouble(run -> run.origin().runSeconds().values().stream().mapToDouble(x -> x).sum())
        .average()
        .orElse(0);
  }

  /** How long the round takes if each invocation makes so many runs; 0 if nobody knows. */
  double seconds(int runs) {
    return first + (runs - 1) * further;
  }

  /**
   * How many runs each invocation of the next round should make. Until the scatter within
   * invocations is known, it is two. As many invocations as tell two databases apart come first, so
   * a round leaves the time that these need.
   *
   * @return at least 1, even if that takes longer
   */
  int runs(Duration left) {
    int later = Math.max(0, Comparison.FEWEST - invocations - 1);
    double free = left.toMillis() / 1e3 - later * seconds(1);
    int runs =
        TwoLevels.of(cells)
            .map(
                scatter ->
                    scatter.runs(
                        first - further, further, left.toMillis() / 1e3, invocations, MOST))
            .orElse(first > further ? TO_SEE_A_SCATTER : 1);
    while (runs > 1 && seconds(runs) > free) {
      runs--;
    }
    return runs;
  }
}
