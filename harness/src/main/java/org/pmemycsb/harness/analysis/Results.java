package org.pmemycsb.harness.analysis;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.analysis.claim.ClaimResult;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.host.LoadSummary;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.plan.design.DatabaseChoice;
import org.pmemycsb.harness.plan.design.FileName;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Journal;
import org.pmemycsb.harness.result.Label;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Unavailable;

/**
 * The summary of a result folder, from which reports are made.
 *
 * @param journal of the folder, with remarks on each damaged file
 * @param cells in the order of the experiment, without restarts
 * @param calibrations cells for which bounds were measured; often none
 * @param unavailable databases that could not run and were left out; often none
 * @param claims of the experiment, judged; often none
 * @param latencies from the histograms; cells without any are missing
 * @param configuration of each database by {@link FileName}: file name to text
 * @param profiles in the order of the cells; often none
 * @param load of the machine during the runs; empty if it was not watched
 */
public record Results(
    Experiment experiment,
    Environment environment,
    Journal.Contents journal,
    List<Cell> cells,
    List<Calibration> calibrations,
    List<Unavailable> unavailable,
    List<ClaimResult> claims,
    Map<Conditions, Map<CallKind, Percentiles>> latencies,
    SortedMap<String, SortedMap<String, String>> configuration,
    List<Beside.Profiled> profiles,
    Optional<LoadSummary> load) {

  /** The phases of the comparison. */
  public List<PhaseResult> phases() {
    return journal.compared();
  }

  /** The cells without those of a native program that is no ceiling. */
  public List<Cell> comparable() {
    return cells.stream()
        .filter(
            cell ->
                !cell.valid()
                    || calibrations.stream().noneMatch(each -> each.isNoCeiling(cell.key())))
        .toList();
  }

  /** The cells of restarts, in the order of the experiment; often none. */
  public List<Cell> restarts() {
    return Cells.of(journal.restarts()).stream().sorted(Analysis.order(experiment)).toList();
  }

  /** The cells, and behind them those of restarts. */
  public List<Cell> all() {
    return Stream.concat(cells.stream(), restarts().stream()).toList();
  }

  public List<Cell> invalid() {
    return all().stream().filter(cell -> !cell.valid()).toList();
  }

  /** All cells but those of a floor and a ceiling that the experiment does not name. */
  public List<Cell> contenders() {
    boolean ceiling = experiment.runners().contains(RunnerKind.NATIVE);
    return cells.stream()
        .filter(
            cell ->
                !cell.key().database().equals(DatabaseChoice.NOOP.label())
                    || isNamed(cell.key().database()))
        .filter(cell -> ceiling || !cell.key().isNative())
        .toList();
  }

  /** The id of the database with a label. */
  public String id(Label label) {
    return experiment.databases().stream()
        .filter(each -> each.label().equals(label.asked()))
        .map(DatabaseChoice::id)
        .findFirst()
        .orElseGet(() -> label.asked().replaceFirst("\\{.*", ""));
  }

  private boolean isNamed(String database) {
    return experiment.databases().stream().anyMatch(each -> each.label().equals(database));
  }

  /** The databases that could not run; not the ceilings that could not be measured. */
  public List<Unavailable> absent() {
    return unavailable.stream().filter(each -> isNamed(each.database())).toList();
  }

  /** The runs of a cell that has most: fewer than the repeats in an unfinished experiment. */
  public int runs() {
    return contenders().stream()
        .mapToInt(cell -> cell.repeats().made())
        .max()
        .orElse(experiment.repeats());
  }

  /** When the first phase started: ISO 8601, UTC; empty when there was none. */
  public Optional<String> begun() {
    return phases().stream().map(PhaseResult::startedAt).min(Comparator.naturalOrder());
  }

  /** Product and version of each database, as the live database reported them. */
  public SortedMap<String, Set<String>> versions() {
    return phases().stream()
        .collect(
            Collectors.groupingBy(
                PhaseResult::database,
                TreeMap::new,
                Collectors.mapping(
                    phase -> phase.state().version(), Collectors.toCollection(TreeSet::new))));
  }
}
