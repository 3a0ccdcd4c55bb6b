package org.pmemycsb.harness.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.pmemycsb.harness.statistics.Bootstrap;

/** Summarises phases into cells. */
public final class Cells {
  private Cells() {}

  /** The cells in the order in which their first phase stands in the list. */
  public static List<Cell> of(List<PhaseResult> phases, long seed) {
    Map<Cell.Key, List<PhaseResult>> byKey = new LinkedHashMap<>();
    for (PhaseResult phase : phases) {
      byKey.computeIfAbsent(Cell.Key.of(phase), key -> new ArrayList<>()).add(phase);
    }
    return byKey.entrySet().stream()
        .map(entry -> summarise(entry.getKey(), entry.getValue(), seed))
        .toList();
  }

  private static Cell summarise(Cell.Key key, List<PhaseResult> repeats, long seed) {
    List<PhaseResult> valid = repeats.stream().filter(PhaseResult::valid).toList();
    return new Cell(
        key,
        repeats.size(),
        valid.size(),
        Bootstrap.median(doubles(valid, PhaseResult::throughputOpsS), seed),
        valid.stream().map(PhaseResult::throughputOpsS).toList(),
        median(valid, PhaseResult::readP50Us),
        median(valid, PhaseResult::readP99Us),
        median(valid, PhaseResult::writeP50Us),
        median(valid, PhaseResult::writeP99Us),
        repeats.stream().mapToLong(PhaseResult::errors).sum(),
        repeats.stream().map(PhaseResult::reason).filter(Objects::nonNull).distinct().toList());
  }

  private static double[] doubles(List<PhaseResult> phases, ToDoubleFunction<PhaseResult> figure) {
    return phases.stream().mapToDouble(figure).toArray();
  }

  private static OptionalDouble median(
      List<PhaseResult> phases, Function<PhaseResult, Double> figure) {
    double[] known =
        phases.stream().map(figure).filter(Objects::nonNull).mapToDouble(x -> x).toArray();
    return known.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(new Median().evaluate(known));
  }
}
