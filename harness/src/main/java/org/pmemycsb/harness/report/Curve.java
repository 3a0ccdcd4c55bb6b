package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.pmemycsb.harness.analysis.Percentiles;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.report.model.Chart.Axis;
import org.pmemycsb.harness.report.model.Chart.Point;
import org.pmemycsb.harness.report.model.Chart.Scale;
import org.pmemycsb.harness.report.model.Chart.Series;
import org.pmemycsb.harness.report.model.Chart.Tick;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * The definition of a curve; a chart has one for each database.
 *
 * @param what the operations in the title; empty for all
 * @param points of a valid cell; empty if it has no curve
 */
record Curve(
    String what,
    Function<Cell, List<Point>> points,
    Function<List<Series>, Axis> x,
    Function<List<Series>, Axis> y) {
  private static final int FEWEST_SAMPLES = 3;

  // Seconds. Shorter phases have samples below a slice of the scheduler, which show noise.
  private static final double SHORTEST_COURSE = 2;

  static Curve latency(CallKind calls, Map<Conditions, Map<CallKind, Percentiles>> latencies) {
    return new Curve(
        calls.plural(),
        cell ->
            Stream.ofNullable(latencies.getOrDefault(cell.key(), Map.of()).get(calls))
                .flatMap(
                    known ->
                        Percentiles.ALL.stream()
                            .flatMap(
                                each ->
                                    known.mean(each).stream()
                                        .map(micros -> point(rarity(each), micros))))
                .toList(),
        Curve::shares,
        all -> Axis.log("microseconds"));
  }

  // A logarithmic axis has no place for zero.
  static Point point(double x, Estimate micros) {
    return new Point(x, Math.max(micros.figure(), 1e-3), micros.low(), micros.high());
  }

  private static Axis shares(List<Series> all) {
    double most =
        all.stream().flatMap(each -> each.points().stream()).mapToDouble(Point::x).max().orElse(2);
    return new Axis(
        "share of operations, %",
        Scale.LOG_NAMED,
        Percentiles.ALL.stream()
            .filter(percentile -> rarity(percentile) <= most)
            .map(percentile -> new Tick(rarity(percentile), Percentiles.name(percentile)))
            .toList());
  }

  /** The number of operations of which one is slower. */
  private static double rarity(double percentile) {
    return Math.round(1e5 / (100 - percentile)) / 1e3;
  }

  /** Throughput over time in the median repeat; {@code repeats} are sorted by throughput. */
  static Curve course(Map<Conditions, List<PhaseResult>> repeats) {
    return new Curve(
        "",
        cell -> {
          List<PhaseResult> valid = repeats.getOrDefault(cell.key(), List.of());
          return valid.isEmpty() ? List.of() : course(valid.get((valid.size() - 1) / 2));
        },
        all -> Axis.linear("seconds since the start"),
        all -> Questions.throughput(Questions.isWide(all)));
  }

  private static List<Point> course(PhaseResult phase) {
    List<Double> ends = phase.measurement().series().seconds();
    List<Long> operations = phase.measurement().series().operations();
    List<Point> points = new ArrayList<>();
    double before = 0;
    // The last interval ends with the phase, so it may be too short for a rate.
    int samples = Math.min(ends.size(), operations.size()) - 1;
    for (int i = 0; i < samples; i++) {
      double end = ends.get(i);
      // A logarithmic axis has no place for an interval in which no operation ended.
      if (end > before && operations.get(i) > 0) {
        points.add(Point.of(end, operations.get(i) / (end - before)));
      }
      before = end;
    }
    return points.size() < FEWEST_SAMPLES || ends.get(samples) < SHORTEST_COURSE
        ? List.of()
        : points;
  }
}
