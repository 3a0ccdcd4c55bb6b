package org.pmemycsb.harness.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.pmemycsb.harness.analysis.Comparisons.Line;
import org.pmemycsb.harness.analysis.Comparisons.Side;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.statistics.ChangePoints;
import org.pmemycsb.harness.statistics.Interval;

/**
 * Compared folders as a history: those with runs, in the order of the times at which their runs
 * began.
 *
 * @param sides in the order of their times
 * @param rows the cells that have a figure in all of these
 */
public record History(List<Side> sides, List<Row> rows) {
  private static final double SIGNIFICANT = 0.05;

  /** A cell, with the median of each folder. */
  public record Row(Conditions key, List<Double> medians) {
    private double[] figures(int from, int to) {
      return medians.subList(from, to).stream().mapToDouble(Double::doubleValue).toArray();
    }

    private double[] figures() {
      return figures(0, medians.size());
    }
  }

  /**
   * A lasting change of a cell.
   *
   * @param from the first folder with it, from 0
   * @param ratio how many times as large the figures from there to the next change are
   */
  public record Change(Conditions key, int from, Interval ratio) {}

  public static History of(Comparisons comparisons) {
    List<Side> all = comparisons.sides();
    List<Integer> order =
        IntStream.range(0, all.size())
            .boxed()
            .filter(side -> !begun(all.get(side)).isEmpty())
            .sorted(Comparator.comparing(side -> begun(all.get(side))))
            .toList();
    return new History(
        order.stream().map(all::get).toList(),
        comparisons.lines().stream()
            .filter(
                line -> order.stream().allMatch(side -> Comparisons.usable(line.cells().get(side))))
            .map(line -> new Row(line.key(), medians(line, order)))
            .toList());
  }

  /** When the runs of a folder began; empty without runs. */
  public static String begun(Side side) {
    return side.results().begun().orElse("");
  }

  private static List<Double> medians(Line line, List<Integer> order) {
    return order.stream()
        .map(side -> line.cells().get(side).throughput().estimate().orElseThrow().median())
        .toList();
  }

  /** Whether it has enough folders for changes. */
  public boolean canTell() {
    return sides.size() >= ChangePoints.FEWEST;
  }

  /**
   * The changes, in the order of the rows. If nothing changed, one of 20 histories has a change,
   * however many its rows are: the level is corrected by the method of S. Holm (Scandinavian
   * Journal of Statistics 6, 1979).
   */
  public List<Change> changes() {
    double[] pValues =
        rows.stream().mapToDouble(row -> ChangePoints.pValue(row.figures())).toArray();
    List<Integer> clearestFirst =
        IntStream.range(0, rows.size())
            .boxed()
            .sorted(Comparator.comparingDouble(row -> pValues[row]))
            .toList();
    double[] levels = new double[rows.size()];
    for (int i = 0; i < levels.length; i++) {
      double level = SIGNIFICANT / (levels.length - i);
      int row = clearestFirst.get(i);
      if (pValues[row] > level) {
        break;
      }
      levels[row] = level;
    }
    return IntStream.range(0, rows.size())
        .boxed()
        .flatMap(row -> changes(rows.get(row), levels[row]))
        .toList();
  }

  private static Stream<Change> changes(Row row, double level) {
    List<Integer> ends = new ArrayList<>(List.of(0));
    ends.addAll(ChangePoints.in(row.figures(), level));
    ends.add(row.medians().size());
    return IntStream.range(1, ends.size() - 1)
        .mapToObj(
            i -> {
              int before = ends.get(i - 1);
              int at = ends.get(i);
              return new Change(
                  row.key(),
                  at,
                  ChangePoints.ratio(row.figures(before, ends.get(i + 1)), at - before));
            });
  }
}
