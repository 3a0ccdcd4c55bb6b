package org.pmemycsb.harness.analysis;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.pmemycsb.harness.design.Phase;
import org.pmemycsb.harness.design.Price;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Cost;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.statistics.Median;

/**
 * What the data of cells cost. Only space is priced: price of each place, times the bytes that the
 * database occupied on it after the load. Pure functions.
 */
public final class Costs {
  /**
   * A database that occupies less than this fraction of its records' bytes keeps them in main
   * memory: random values cannot be compressed so far.
   */
  private static final int LEAST_SHARE = 10;

  private Costs() {}

  /** The cells with their costs, where each place has a price and its space is known. */
  public static List<Cell> of(Experiment experiment, List<PhaseResult> phases, List<Cell> cells) {
    if (experiment.prices().isEmpty()) {
      return cells;
    }
    Map<Conditions, List<PhaseResult.State>> loaded =
        phases.stream()
            .filter(PhaseResult::valid)
            .collect(
                Collectors.groupingBy(
                    PhaseResult::conditions,
                    Collectors.mapping(PhaseResult::state, Collectors.toList())));
    return cells.stream()
        .map(
            cell ->
                cell.costing(
                    cost(experiment, cell.key(), loadBefore(experiment, cell.key()), loaded)))
        .toList();
  }

  /** The load or fill that made the records of a cell. */
  private static Phase loadBefore(Experiment experiment, Conditions key) {
    Phase latest = Phase.LOAD;
    for (Phase each : experiment.phases()) {
      latest = each.isLoad() ? each : latest;
      if (each.id().equals(key.phase())) {
        break;
      }
    }
    return latest;
  }

  private static Optional<Cost> cost(
      Experiment experiment,
      Conditions key,
      Phase load,
      Map<Conditions, List<PhaseResult.State>> states) {
    List<PhaseResult.State> loaded = states.getOrDefault(key.in(load.id()), List.of());
    Price price = experiment.prices().get(key.place());
    OptionalLong ofData = median(loaded, PhaseResult.State::occupiedBytes);
    if (price == null || ofData.isEmpty()) {
      return Optional.empty();
    }
    double amount = price.of(ofData.getAsLong());
    long ofLog = 0;
    if (!key.logPlace().isEmpty()) {
      Price priceOfLog = experiment.prices().get(key.logPlace());
      OptionalLong known = median(loaded, PhaseResult.State::logOccupiedBytes);
      if (priceOfLog == null || known.isEmpty()) {
        return Optional.empty();
      }
      ofLog = known.getAsLong();
      amount += priceOfLog.of(ofLog);
    }
    long bytes = ofData.getAsLong() + ofLog;
    long records =
        load.leavesGaps()
            ? median(loaded, PhaseResult.State::recordCount).orElseGet(experiment::records)
            : experiment.records();
    long recordBytes =
        records
            * (experiment.keys(load).mean()
                + (long) experiment.fieldCount() * key.valueSizeBytes());
    return bytes < recordBytes / LEAST_SHARE
        ? Optional.empty()
        : Optional.of(new Cost(amount, bytes, ofLog, recordBytes, records));
  }

  private static OptionalLong median(
      List<PhaseResult.State> loaded, Function<PhaseResult.State, Long> bytes) {
    double[] known =
        loaded.stream().map(bytes).filter(Objects::nonNull).mapToDouble(each -> each).toArray();
    return known.length == 0 ? OptionalLong.empty() : OptionalLong.of((long) Median.of(known));
  }
}
