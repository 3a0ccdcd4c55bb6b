package org.pmemycsb.harness.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.pmemycsb.harness.client.trace.SeededRandom;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Grid;
import org.pmemycsb.harness.plan.settings.RunSpec;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.PhaseResult;

/**
 * Plans the runs that come after the repeats of an experiment with a budget. They come in whole
 * rounds: one run of each combination, in the order of {@link Grid#shuffled}. The rounds end when
 * the next one does not fit in the budget or, with a precision, when every combination is precise
 * enough. Immutable.
 *
 * <p>The plan knows intervals only, and never looks at differences between databases: an experiment
 * that stops at the first difference finds too many. A rule of this kind is that of Y. S. Chow and
 * H. Robbins (On the Asymptotic Theory of Fixed-Width Sequential Confidence Intervals for the Mean,
 * Annals of Mathematical Statistics 36, 1965).
 *
 * @param grid the runs of the repeats
 */
record Refinement(Experiment experiment, List<RunSpec> grid) {
  /**
   * The combinations of a round, each with a run of it. Floor and ceiling, which have fewer
   * repeats, and runs beside the comparison are not among them.
   */
  static List<RunSpec> round(Experiment experiment, List<RunSpec> grid) {
    return grid.stream()
        .filter(run -> run.repeat() == experiment.repeats() && run.purpose() == Purpose.COMPARISON)
        .filter(run -> experiment.databases().contains(run.database()))
        .filter(run -> experiment.runners().contains(run.runner()))
        .toList();
  }

  /**
   * The next round. A combination with an invalid phase is not in it. A round that was broken off
   * is not completed: its other runs would belong to another time.
   *
   * @param ofRound how long the last round took; it says whether another one fits
   * @return none at the end
   */
  List<RunSpec> next(List<PhaseResult> history, Duration left, Duration ofRound) {
    if (left.isNegative() || left.isZero()) {
      return List.of();
    }
    Map<String, List<PhaseResult>> known =
        history.stream().collect(Collectors.groupingBy(phase -> phase.origin().run()));
    List<RunSpec> next = new ArrayList<>();
    boolean precise = experiment.precision() > 0;
    int rounds =
        history.stream()
            .mapToInt(phase -> phase.origin().invocation())
            .reduce(experiment.repeats(), Math::max);
    // All cells together tell how each of them scatters.
    Map<Conditions, Cell> all =
        Cells.of(history).stream().collect(Collectors.toMap(Cell::key, Function.identity()));
    for (RunSpec run : round(experiment, grid)) {
      List<Cell> cells =
          IntStream.rangeClosed(1, rounds)
              .mapToObj(made -> known.getOrDefault(run.repeated(made).run(), List.of()))
              .flatMap(List::stream)
              .map(PhaseResult::conditions)
              .distinct()
              .map(all::get)
              .toList();
      if (cells.stream().allMatch(Cell::valid)) {
        next.add(run);
        precise &= cells.stream().allMatch(cell -> width(cell) <= experiment.precision());
      }
    }
    if (precise || ofRound.compareTo(left) > 0) {
      return List.of();
    }
    Random order = new Random(SeededRandom.seedOf(experiment.get(Settings.SEED), rounds));
    int number = rounds + 1;
    return Grid.shuffled(next.stream().map(run -> run.repeated(number)).toList(), order);
  }

  private static double width(Cell cell) {
    return cell.throughput().estimate().orElseThrow().precision().orElse(Double.POSITIVE_INFINITY);
  }
}
