package org.pmemycsb.harness.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.plan.design.Purpose;
import org.pmemycsb.harness.probe.Limit;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Counts;
import org.pmemycsb.harness.result.Demand;
import org.pmemycsb.harness.result.PhaseResult;

/** The ledger: what the operations of cells ask of the medium. Pure functions. */
public final class Demands {
  private static final double NANOS_PER_MICRO = 1e3;

  private Demands() {}

  /** The cells with what was counted under their conditions, and their limits by the medium. */
  public static List<Cell> of(List<PhaseResult> asides, List<Cell> cells, Environment on) {
    Map<Conditions, Demand> demands = new HashMap<>();
    for (PhaseResult phase : counted(asides)) {
      Demand demand = phase.measurement().resources().demand();
      if (phase.valid() && demand != null) {
        demands.put(phase.conditions(), demand);
      }
    }
    Map<String, Limit> limits = limits(on);
    return cells.stream()
        .map(
            cell -> {
              Demand demand = demands.get(cell.key());
              return demand == null
                  ? cell
                  : cell.asking(
                      new Cell.Medium(
                          Optional.of(demand), micros(limit(limits, cell.key()), demand)));
            })
        .toList();
  }

  public static List<PhaseResult> counted(List<PhaseResult> asides) {
    return asides.stream()
        .filter(phase -> Purpose.COUNTED.id().equals(phase.origin().purpose()))
        .toList();
  }

  /** The limits of the probed places, by the names of the places. */
  public static Map<String, Limit> limits(Environment on) {
    Map<String, Limit> limits = new TreeMap<>();
    on.probes()
        .forEach((place, probe) -> Limit.of(probe).ifPresent(limit -> limits.put(place, limit)));
    return limits;
  }

  /** The limit for a cell. Where a log lies apart, the database flushes on the log's place. */
  public static Optional<Limit> limit(Map<String, Limit> limits, Conditions key) {
    return Optional.ofNullable(limits.get(key.logPlace().isEmpty() ? key.place() : key.logPlace()));
  }

  /** The microseconds that the medium alone takes; empty if no fence waits for a line. */
  public static OptionalDouble micros(Optional<Limit> limit, Demand demand) {
    Counts.Awaited awaited = demand.counts().awaited();
    return limit.isEmpty() || awaited.fences() == 0
        ? OptionalDouble.empty()
        : demand.perOperation(
            limit.get().nanos(awaited.fences(), awaited.lines(), awaited.farLines())
                / NANOS_PER_MICRO);
  }
}
