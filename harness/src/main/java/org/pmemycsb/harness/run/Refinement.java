package org.pmemycsb.harness.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.experiment.Aside;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.experiment.RunSpec;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.PhaseResult;

/**
 * Chooses the runs that come after the repeats of an experiment with a precision: one at a time, of
 * the combination whose least precise phase is the least precise of all, until every one is precise
 * enough. It knows intervals only, and never looks at differences between databases: who stops when
 * a difference appears finds too many. A rule of this kind is that of Y. S. Chow and H. Robbins (On
 * the Asymptotic Theory of Fixed-Width Sequential Confidence Intervals for the Mean, Annals of
 * Mathematical Statistics 36, 1965). Not thread-safe.
 */
final class Refinement {
  private final double precision;
  private final long seed;
  private final Map<String, RunSpec> latest = new LinkedHashMap<>();
  private final Map<String, List<PhaseResult>> results = new LinkedHashMap<>();
  private final Map<String, Double> widths = new LinkedHashMap<>();

  /**
   * @param grid the runs of the repeats; floor and ceiling, which have fewer repeats, get no more
   */
  Refinement(Experiment experiment, List<RunSpec> grid) {
    this.precision = experiment.precision();
    this.seed = experiment.seed();
    grid.stream()
        .filter(run -> run.repeat() == experiment.repeats() && run.aside() == Aside.NONE)
        .filter(run -> experiment.databases().contains(run.database()))
        .filter(run -> experiment.runners().contains(run.runner()))
        .forEach(run -> latest.put(run.combination(), run));
  }

  /** The phases of one finished run, in the order of its repeats. */
  void finished(List<PhaseResult> phases) {
    for (PhaseResult phase : phases) {
      String combination = RunSpec.combination(phase.run());
      results.computeIfAbsent(combination, none -> new ArrayList<>()).add(phase);
      widths.remove(combination);
      latest.computeIfPresent(
          combination,
          (none, run) ->
              phase.repeat() > run.repeat()
                  ? run.repeated(phase.repeat(), phase.invocation())
                  : run);
    }
  }

  /** The next run; empty when each combination is precise enough, or has an invalid phase. */
  Optional<RunSpec> next() {
    return latest.keySet().stream()
        .filter(combination -> width(combination) > precision)
        .max(Comparator.comparingDouble(this::width))
        .map(latest::get)
        .map(run -> run.repeated(run.repeat() + 1, run.invocation() + 1));
  }

  /** Half the width of the widest interval over its median; nothing makes an invalid one better. */
  private double width(String combination) {
    return widths.computeIfAbsent(
        combination,
        key -> {
          List<Cell> cells = Cells.of(results.getOrDefault(key, List.of()), seed);
          return cells.stream().allMatch(Cell::valid)
              ? cells.stream().mapToDouble(Refinement::width).max().orElse(0)
              : 0;
        });
  }

  private static double width(Cell cell) {
    return cell.throughput().orElseThrow().precision().orElse(Double.POSITIVE_INFINITY);
  }
}
