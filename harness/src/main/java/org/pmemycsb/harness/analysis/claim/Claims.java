package org.pmemycsb.harness.analysis.claim;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.ClaimText;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Unavailable;

/** Reads and judges the claims of an experiment. */
public final class Claims {
  private Claims() {}

  /**
   * Refuses claims that could never be judged, before anything is measured.
   *
   * @throws ConfigurationException if the text of a claim is wrong, or names a value that the
   *     complete experiment lacks; the message names file, line and column
   */
  public static void check(Experiment experiment) {
    for (ClaimText claim : experiment.get(Settings.CLAIMS)) {
      read(
          claim,
          statement ->
              experiment.get(Settings.PARTIAL)
                  ? List.of()
                  : Expansion.of(statement, experiment, Set.of()));
    }
  }

  /** The experiment, marked as a part of a larger one if its claims name values that it lacks. */
  public static Experiment fitted(Experiment experiment) {
    try {
      check(experiment);
      return experiment;
    } catch (ConfigurationException beyondTheGrid) {
      return experiment.with(Settings.PARTIAL, true);
    }
  }

  /**
   * Judges each claim of an experiment, in its order. A claim about cells that the experiment no
   * longer has, because it was made smaller on the command line, is UNDECIDED.
   *
   * @param unit of throughputs, in words
   * @throws ConfigurationException if the text of a claim is wrong
   */
  public static List<ClaimResult> judge(
      Experiment experiment,
      List<Unavailable> unavailable,
      List<Cell> cells,
      LatencyFigure.Source latencies,
      String unit) {
    Set<String> absent =
        unavailable.stream().map(Unavailable::database).collect(Collectors.toSet());
    return experiment.get(Settings.CLAIMS).stream()
        .map(
            claim ->
                read(
                    claim,
                    statement ->
                        new Evaluator(
                                claim,
                                statement,
                                absent,
                                figures(statement, cells, latencies),
                                unit)
                            .result(experiment)))
        .toList();
  }

  private static <T> T read(ClaimText claim, Function<Statement, T> use) {
    try {
      return use.apply(Parser.parse(claim.holds()));
    } catch (ClaimException wrong) {
      throw new ConfigurationException(
          "%s: claim %s: %s".formatted(claim.at(wrong.offset()), claim.id(), wrong.getMessage()),
          wrong);
    }
  }

  /** The cells, with the figure of a statement in the place of their throughput. */
  private static List<Cell> figures(
      Statement statement, List<Cell> cells, LatencyFigure.Source latencies) {
    if (statement.latency().isPresent()) {
      LatencyFigure figure = statement.latency().get();
      return cells.stream()
          .map(cell -> cell.asLatency(latencies.samples(cell.key(), figure)))
          .toList();
    }
    return switch (statement.metric()) {
      case CAPACITY ->
          cells.stream()
              .filter(cell -> cell.capacity().estimate().isPresent())
              .map(Cell::asCapacity)
              .toList();
      case FENCES -> cells.stream().flatMap(cell -> cell.asFences().stream()).toList();
      default -> cells;
    };
  }
}
