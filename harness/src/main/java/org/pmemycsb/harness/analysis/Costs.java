package org.pmemycsb.harness.analysis;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.pmemycsb.harness.design.Phase;
import org.pmemycsb.harness.design.Price;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Cost;
import org.pmemycsb.harness.result.PhaseResult;

/**
 * What the data of cells cost. Only space is priced: price of the place, times the bytes that the
 * database occupied on it after the load. Pure functions.
 */
public final class Costs {
  /**
   * A database that occupies less than this fraction of its records' bytes keeps them in main
   * memory: random values cannot be compressed so far.
   */
  private static final int LEAST_SHARE = 10;

  private Costs() {}

  /** The cells with their costs, where the place has a price and the space is known. */
  public static List<Cell> of(Experiment experiment, List<PhaseResult> phases, List<Cell> cells) {
    if (experiment.prices().isEmpty()) {
      return cells;
    }
    Map<Conditions, List<Long>> occupied =
        phases.stream()
            .filter(phase -> phase.valid() && phase.state().occupiedBytes() != null)
            .collect(
                Collectors.groupingBy(
                    PhaseResult::conditions,
                    Collectors.mapping(
                        phase -> phase.state().occupiedBytes(), Collectors.toList())));
    return cells.stream()
        .map(
            cell ->
                cell.costing(cost(experiment, cell, occupied.get(cell.key().in(Phase.LOAD.id())))))
        .toList();
  }

  private static Optional<Cost> cost(Experiment experiment, Cell cell, List<Long> occupied) {
    Price price = experiment.prices().get(cell.key().place());
    // The bytes of a log that lies apart are unknown.
    if (price == null || occupied == null || !cell.key().logPlace().isEmpty()) {
      return Optional.empty();
    }
    long bytes = median(occupied);
    long recordBytes = recordBytes(experiment, cell.key());
    return bytes < recordBytes / LEAST_SHARE
        ? Optional.empty()
        : Optional.of(new Cost(price.of(bytes), bytes, recordBytes, experiment.records()));
  }

  /** The bytes of all keys and values after the load. */
  public static long recordBytes(Experiment experiment, Conditions key) {
    return experiment.records()
        * (experiment.keys(Phase.LOAD).mean()
            + (long) experiment.fieldCount() * key.valueSizeBytes());
  }

  private static long median(List<Long> occupied) {
    List<Long> sorted = occupied.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
