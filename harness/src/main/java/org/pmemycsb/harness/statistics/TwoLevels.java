package org.pmemycsb.harness.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How much throughputs scatter between invocations and between the runs of one invocation:
 * variances of their logarithms. These and the costs determine how many runs an invocation should
 * make (T. Kalibera and R. Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013).
 *
 * @param between variance between invocations
 * @param within variance between the runs of an invocation
 */
public record TwoLevels(double between, double within) {
  private static final double TAIL = 0.025;

  /**
   * Estimates both variances as means over the cells.
   *
   * @param cells the invocations of each cell, each with the throughputs of its runs: at least one,
   *     all above 0
   * @return empty unless a cell has two invocations, and an invocation has two runs
   */
  public static Optional<TwoLevels> of(List<List<double[]>> cells) {
    double squares = 0;
    int freedom = 0;
    double squaresOfMeans = 0;
    double shareOfRuns = 0;
    int freedomOfMeans = 0;
    for (List<double[]> cell : cells) {
      double[] means = new double[cell.size()];
      double inverse = 0;
      for (int i = 0; i < means.length; i++) {
        double[] logs = Arrays.stream(cell.get(i)).map(Math::log).toArray();
        means[i] = Mean.of(logs).getAsDouble();
        inverse += 1.0 / logs.length;
        squares += squares(logs);
        freedom += logs.length - 1;
      }
      squaresOfMeans += squares(means);
      freedomOfMeans += means.length - 1;
      shareOfRuns += (means.length - 1) * inverse / means.length;
    }
    if (freedom == 0 || freedomOfMeans == 0) {
      return Optional.empty();
    }
    double within = squares / freedom;
    // A mean scatters as its invocation does, and as its runs do.
    double between = (squaresOfMeans - within * shareOfRuns) / freedomOfMeans;
    return Optional.of(new TwoLevels(Math.max(0, between), within));
  }

  private static double squares(double[] figures) {
    return figures.length < 2 ? 0 : Variance.of(figures).getAsDouble() * (figures.length - 1);
  }

  /**
   * The number of runs in each further invocation that gives the narrowest 95 % interval. Kalibera
   * and Jones assume many invocations. Here few fit into the time, and each is worth a degree of
   * freedom of Student's distribution.
   *
   * @param costOfInvocation cost of an invocation beside its runs, in seconds
   * @param costOfRun cost of a run, in seconds; above 0
   * @param seconds time for further invocations
   * @param made invocations so far, of one run each
   * @param most the largest answer
   * @return at least 1
   */
  public int runs(double costOfInvocation, double costOfRun, double seconds, int made, int most) {
    int best = 1;
    double narrowest = Double.POSITIVE_INFINITY;
    for (int runs = 1; runs <= most; runs++) {
      double more = seconds / (Math.max(0, costOfInvocation) + runs * costOfRun);
      double all = made + more;
      double square = (made * (between + within) + more * (between + within / runs)) / (all * all);
      double width =
          all > 1
              ? Math.sqrt(square) * TDistribution.of(all - 1).inverseSurvivalProbability(TAIL)
              : Double.POSITIVE_INFINITY;
      if (width < narrowest) {
        narrowest = width;
        best = runs;
      }
    }
    return best;
  }
}
