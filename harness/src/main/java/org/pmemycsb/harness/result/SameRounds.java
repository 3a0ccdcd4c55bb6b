package org.pmemycsb.harness.result;

import java.util.Comparator;
import java.util.Set;
import java.util.stream.Collectors;
import org.pmemycsb.harness.statistics.Repeated;
import org.pmemycsb.harness.statistics.Scatter;

/** Two cells of one experiment in the rounds that both made. */
public final class SameRounds {
  // From here on, pairs of rounds that are correlated by a quarter make up for fewer degrees of
  // freedom. Rounds of one machine were correlated by 0.2 to 0.6.
  private static final int MANY = 6;

  private SameRounds() {}

  /**
   * The ratio of the first cell to the second, from these rounds: in another round, the machine may
   * have had another speed, which only one of the two cells would show. If the experiment has
   * enough rounds, or enough cells to tell how such ratios scatter, they are made round by round.
   *
   * <p>Without a common round, it has no repeats, and its figure is not a number.
   */
  public static Repeated ratio(Cell a, Cell b) {
    double[] ofA = figures(a, b);
    double[] ofB = figures(b, a);
    Scatter ofRatios = a.throughput().scatters().ofRatios();
    return ofRatios.freedom() > 0 || ofA.length >= MANY
        ? Repeated.paired(ofA, ofB, ofRatios)
        : Repeated.ratio(
            ofA, a.throughput().scatters().ofCells(), ofB, b.throughput().scatters().ofCells());
  }

  /** The figures of a cell in the rounds that another one made too, in the order of the rounds. */
  static double[] figures(Cell of, Cell with) {
    Set<Integer> rounds =
        with.throughput().samples().stream().map(Sample::round).collect(Collectors.toSet());
    return of.throughput().samples().stream()
        .filter(sample -> rounds.contains(sample.round()))
        .sorted(Comparator.comparingInt(Sample::round))
        .mapToDouble(Sample::figure)
        .toArray();
  }
}
