package org.pmemycsb.harness.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Lasting changes in a history, which is a figure for each of several measurements in the order of
 * their times.
 *
 * <p>A history changed where two parts of it differ most in Student's t of the logarithms. Chance
 * alone makes the largest of many t values large, so the p-value is multiplied by their number (D.
 * M. Hawkins, Journal of the American Statistical Association 72, 1977; K. J. Worsley, ibid. 74,
 * 1979). The parts before and after a change are then searched alike. A permutation test would
 * assume less, but could find no change in fewer than eight figures.
 *
 * <p>A part has at least as many figures as the binary logarithm of the number of all: {@value
 * #SHORTEST} of 4, 3 of 8, 4 of 16. Outliers that meet at an end of a history are then rarely taken
 * for a change.
 */
public final class ChangePoints {
  private static final int SHORTEST = 2;

  /** Fewest figures of a history. */
  public static final int FEWEST = 2 * SHORTEST;

  private static final double TAIL = 0.025;

  private ChangePoints() {}

  /**
   * How often a history without a change would differ as much somewhere by chance, at most.
   *
   * @param figures all above 0
   * @return 1 with fewer than {@link #FEWEST} figures
   */
  public static double pValue(double[] figures) {
    double[] logs = Repeated.logs(figures);
    OptionalInt at = clearest(logs);
    return at.isEmpty() ? 1 : pValue(logs, at.getAsInt());
  }

  /**
   * @param figures all above 0
   * @param level the largest p-value of a change. The two parts beside it share this level
   * @return how many figures lie before each change, ascending
   */
  public static List<Integer> in(double[] figures, double level) {
    return in(Repeated.logs(figures), 0, level).toList();
  }

  private static Stream<Integer> in(double[] logs, int offset, double level) {
    OptionalInt clearest = clearest(logs);
    if (clearest.isEmpty() || pValue(logs, clearest.getAsInt()) > level) {
      return Stream.empty();
    }
    int at = clearest.getAsInt();
    return Stream.of(
            in(Arrays.copyOf(logs, at), offset, level / 2),
            Stream.of(offset + at),
            in(Arrays.copyOfRange(logs, at, logs.length), offset + at, level / 2))
        .flatMap(each -> each);
  }

  /**
   * How many times as large the figures from a change on are: the ratio of the medians, inside a 95
   * % interval that holds wherever the change is.
   *
   * @param figures from the change before to the change behind
   * @param at how many of them lie before the change
   */
  public static Interval ratio(double[] figures, int at) {
    double figure =
        Median.of(Arrays.copyOfRange(figures, at, figures.length))
            / Median.of(Arrays.copyOf(figures, at));
    Difference difference = Difference.at(Repeated.logs(figures), at);
    double reach =
        difference.error
            * TDistribution.of(figures.length - 2)
                .inverseSurvivalProbability(TAIL / splits(figures.length));
    return new Interval(
        figure,
        Math.min(figure, Math.exp(difference.mean - reach)),
        Math.max(figure, Math.exp(difference.mean + reach)));
  }

  /** The fewest figures of a part. */
  private static int shortest(int figures) {
    return Math.max(SHORTEST, Integer.SIZE - 1 - Integer.numberOfLeadingZeros(figures));
  }

  private static int splits(int figures) {
    return figures - 2 * shortest(figures) + 1;
  }

  /** The index at which the parts differ most; empty if there is none. */
  private static OptionalInt clearest(double[] logs) {
    int best = 0;
    double most = 0;
    int shortest = shortest(logs.length);
    for (int at = shortest; at <= logs.length - shortest; at++) {
      double t = Difference.at(logs, at).t();
      if (t > most) {
        most = t;
        best = at;
      }
    }
    return best == 0 ? OptionalInt.empty() : OptionalInt.of(best);
  }

  private static double pValue(double[] logs, int at) {
    double t = Difference.at(logs, at).t();
    double one = 2 * TDistribution.of(logs.length - 2).survivalProbability(t);
    return Math.min(1, splits(logs.length) * one);
  }

  /** The difference of the means of two parts, and its standard error. */
  private record Difference(double mean, double error) {
    static Difference at(double[] logs, int at) {
      double before = Mean.ofRange(logs, 0, at).getAsDouble();
      double after = Mean.ofRange(logs, at, logs.length).getAsDouble();
      double squares =
          IntStream.range(0, logs.length)
              .mapToDouble(i -> logs[i] - (i < at ? before : after))
              .map(deviation -> deviation * deviation)
              .sum();
      double variance = squares / (logs.length - 2);
      return new Difference(
          after - before, Math.sqrt(variance * (1.0 / at + 1.0 / (logs.length - at))));
    }

    double t() {
      return mean == 0 ? 0 : Math.abs(mean) / error;
    }
  }
}
