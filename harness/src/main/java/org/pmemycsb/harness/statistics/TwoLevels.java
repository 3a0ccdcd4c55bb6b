package org.pmemycsb.harness.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;

/**
 * How much throughputs scatter between invocations and between the runs of one invocation:
 * variances of their logarithms. These and the costs determine how many runs an invocation should
 * make (T. Kalibera and R. Jones, Rigorous Benchmarking in Reasonable Time, ISMM 2013).
 *
 * @param between variance between invocations
 * @param within variance between the runs of an invocation
 */
public record TwoLevels(double between, double within) {
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
   * The number of runs in each invocation that gives the narrowest interval for its time.
   *
   * @param costOfInvocation cost of an invocation beside its runs
   * @param costOfRun cost of a run, in the same unit; above 0
   * @param most the largest answer
   */
  public int runs(double costOfInvocation, double costOfRun, int most) {
    double best = Math.sqrt(Math.max(0, costOfInvocation) / costOfRun * within / between);
    return Double.isNaN(best) ? 1 : (int) Math.min(most, Math.max(1, Math.ceil(best)));
  }
}
