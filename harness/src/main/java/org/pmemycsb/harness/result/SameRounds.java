package org.pmemycsb.harness.result;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The figures of two cells of one experiment, from the rounds that both made. A ratio of two cells
 * is made from these. In another round, the machine may have had another speed, which only one of
 * the two cells would show.
 *
 * @param a of the first cell
 * @param b of the second cell
 */
public record SameRounds(double[] a, double[] b) {
  /** The figures of the common rounds; none where the cells have no round in common. */
  public static SameRounds of(Cell a, Cell b) {
    return new SameRounds(common(a, b), common(b, a));
  }

  private static double[] common(Cell of, Cell with) {
    Set<Integer> rounds =
        with.throughput().samples().stream().map(Sample::round).collect(Collectors.toSet());
    List<Sample> common =
        of.throughput().samples().stream()
            .filter(sample -> rounds.contains(sample.round()))
            .toList();
    return common.stream().mapToDouble(Sample::figure).toArray();
  }

  /** The smaller number of figures. */
  public int fewest() {
    return Math.min(a.length, b.length);
  }
}
