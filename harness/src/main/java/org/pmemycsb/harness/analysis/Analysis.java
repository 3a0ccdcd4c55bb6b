package org.pmemycsb.harness.analysis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.analysis.claim.Claims;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.FigureUnit;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Configurations;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.ResultFolder;

/** Summarises a result folder. The same journal gives the same results. */
public final class Analysis {
  private Analysis() {}

  public static Results of(ResultFolder folder) throws IOException {
    return of(folder, folder.experiment().finish());
  }

  /** The same for an experiment with fewer repeats. */
  public static Results of(ResultFolder folder, Experiment experiment) throws IOException {
    Journal.Contents journal = folder.journal().contents();
    List<String> remarks = new ArrayList<>(journal.remarks());
    List<PhaseResult> phases = journal.compared();
    List<PhaseResult> beside = journal.beside();
    List<Cell> known = Beside.demands(beside, Cells.of(phases), folder.environment());
    List<Cell> cells =
        OccupiedSpace.of(experiment, phases, known).stream().sorted(order(experiment)).toList();
    Map<Conditions, Map<CallKind, Percentiles>> latencies =
        Percentiles.read(ResultFolder.histograms(folder.path()), phases, remarks::add);
    return new Results(
        experiment,
        folder.environment(),
        new Journal.Contents(journal.phases(), journal.superseded(), remarks),
        cells,
        calibrations(experiment, phases),
        folder.unavailable(),
        Claims.judge(
            experiment,
            folder.unavailable(),
            Beside.withSplit(phases, beside, cells),
            (key, figure) ->
                Optional.ofNullable(latencies.getOrDefault(key, Map.of()).get(figure.calls()))
                    .map(found -> found.samples().get(figure.percentile()))
                    .orElse(List.of()),
            FigureUnit.OPERATIONS.speed()),
        latencies,
        Configurations.read(folder.path()),
        Beside.profiles(folder.path(), beside, cells, remarks::add),
        folder.load());
  }

  private static List<Calibration> calibrations(Experiment experiment, List<PhaseResult> results) {
    List<String> phases = experiment.phases().stream().map(Phase::id).toList();
    return Calibration.of(results).stream()
        .sorted(
            Comparator.comparing((Calibration cell) -> cell.subject().database())
                .thenComparing(Calibration::place)
                .thenComparing(cell -> cell.subject().durability())
                .thenComparingInt(cell -> cell.subject().threads())
                .thenComparingInt(cell -> cell.subject().valueSizeBytes())
                .thenComparingInt(cell -> phases.indexOf(cell.subject().phase())))
        .toList();
  }

  // The runs were shuffled; reports list them in the order of the experiment.
  static Comparator<Cell> order(Experiment experiment) {
    List<String> databases = experiment.databases().stream().map(DatabaseChoice::label).toList();
    List<String> places =
        experiment.databases().stream().map(each -> each.label() + "@" + each.where()).toList();
    List<String> phases = experiment.phases().stream().map(Phase::id).toList();
    Comparator<Cell> order =
        Comparator.<Cell>comparingInt(
                cell -> {
                  // A floor that the experiment does not name comes last.
                  int named = databases.indexOf(cell.key().label().asked());
                  return named < 0 ? databases.size() : named;
                })
            .thenComparingInt(
                cell -> places.indexOf(cell.key().label().asked() + "@" + cell.key().where()));
    List<Dimension> ofGrid = new ArrayList<>(Dimension.ofGrid());
    ofGrid.sort(Comparator.comparing(each -> isNumber(each, experiment)));
    for (Dimension each : ofGrid) {
      List<?> values = each.values(experiment).toList();
      order =
          isNumber(each, experiment)
              ? order.thenComparingInt(cell -> (Integer) cell.key().column(each))
              : order.thenComparingInt(cell -> values.indexOf(cell.key().column(each)));
    }
    return order
        .thenComparingInt(cell -> RunnerKind.of(cell.key().runner()).ordinal())
        .thenComparingInt(cell -> phases.indexOf(cell.key().phase()));
  }

  private static boolean isNumber(Dimension dimension, Experiment experiment) {
    return dimension.values(experiment).allMatch(Integer.class::isInstance);
  }
}
