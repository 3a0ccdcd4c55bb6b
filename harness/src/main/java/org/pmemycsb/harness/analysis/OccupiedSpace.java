package org.pmemycsb.harness.analysis;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.commons.statistics.descriptive.Median;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.design.Price;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.plan.settings.Settings;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Occupied;
import org.pmemycsb.harness.result.PhaseResult;

/**
 * The space that the data of cells take, and its price: that of each place, times the bytes that
 * the database occupied on it after the load. Pure functions.
 */
public final class OccupiedSpace {
  /**
   * A database that occupies less than this fraction of its records' bytes keeps them in main
   * memory: random values cannot be compressed so far.
   */
  private static final int LEAST_SHARE = 10;

  private OccupiedSpace() {}

  /** The cells with their space, where it is known. */
  public static List<Cell> of(Experiment experiment, List<PhaseResult> phases, List<Cell> cells) {
    Map<Conditions, List<PhaseResult>> valid =
        Cells.grouped(phases.stream().filter(PhaseResult::valid).toList(), PhaseResult::conditions);
    return cells.stream()
        .map(
            cell -> {
              Phase load = loadBefore(experiment, cell.key().phase());
              List<PhaseResult> loaded = valid.getOrDefault(cell.key().in(load.id()), List.of());
              return cell.occupying(occupied(experiment, cell.key(), load, loaded));
            })
        .toList();
  }

  /** The load or fill that made the records of a phase. */
  private static Phase loadBefore(Experiment experiment, String phase) {
    Phase latest = Phase.LOAD;
    for (Phase each : experiment.phases()) {
      latest = each.isLoad() ? each : latest;
      if (each.id().equals(phase)) {
        break;
      }
    }
    return latest;
  }

  private static Optional<Occupied> occupied(
      Experiment experiment, Conditions key, Phase load, List<PhaseResult> loaded) {
    OptionalLong ofData = median(loaded, PhaseResult.State::occupiedBytes);
    OptionalLong ofLog =
        key.logPlace().isEmpty()
            ? OptionalLong.of(0)
            : median(loaded, PhaseResult.State::logOccupiedBytes);
    if (ofData.isEmpty() || ofLog.isEmpty()) {
      return Optional.empty();
    }
    long bytes = ofData.getAsLong() + ofLog.getAsLong();
    long records =
        load.leavesGaps()
            ? median(loaded, PhaseResult.State::recordCount).orElseGet(experiment::records)
            : experiment.records();
    long recordBytes = records * experiment.recordBytes(load, key.valueSizeBytes());
    if (bytes < recordBytes / LEAST_SHARE) {
      return Optional.empty();
    }
    Price data = experiment.get(Settings.PRICES).get(key.place());
    Price log = experiment.get(Settings.PRICES).get(key.logPlace());
    boolean priced = data != null && (log != null || key.logPlace().isEmpty());
    return Optional.of(
        new Occupied(
            bytes,
            records,
            priced
                ? OptionalDouble.of(
                    data.of(ofData.getAsLong()) + (log == null ? 0 : log.of(ofLog.getAsLong())))
                : OptionalDouble.empty()));
  }

  private static OptionalLong median(
      List<PhaseResult> loaded, Function<PhaseResult.State, Long> figure) {
    double[] known =
        loaded.stream()
            .map(phase -> figure.apply(phase.state()))
            .filter(Objects::nonNull)
            .mapToDouble(each -> each)
            .toArray();
    return known.length == 0
        ? OptionalLong.empty()
        : OptionalLong.of((long) Median.withDefaults().evaluate(known));
  }
}
