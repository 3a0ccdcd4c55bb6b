package org.pmemycsb.harness.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Variance;
import org.pmemycsb.harness.statistics.LogMean.Part;

/** Cells with equal conditions in one phase. In an invocation, they share the machine's speed. */
final class Peers {
  private static final int PASSES = 50;
  private static final double SAME = 1e-12;
  // A longer memory cannot be told from a trend, which the variance between invocations shows.
  private static final double MOST_ALIKE = 0.9;

  private final List<Map<Integer, Sample>> cells = new ArrayList<>();
  private final Set<Integer> outliers;
  private final Map<Integer, Double> effects = new TreeMap<>();
  private final List<Part> within = new ArrayList<>();

  /**
   * @param samples of each cell, all above 0
   */
  Peers(List<List<Sample>> samples) {
    this(
        samples.stream()
            .map(
                each ->
                    each.stream()
                        .collect(
                            Collectors.toMap(Sample::invocation, Function.identity(), (a, b) -> b)))
            .toList(),
        Set.of());
  }

  private Peers(Collection<Map<Integer, Sample>> all, Set<Integer> outliers) {
    all.forEach(each -> cells.add(new TreeMap<>(each)));
    this.outliers = outliers;
    fit();
    for (int cell = 0; cell < size(); cell++) {
      within.add(alone() ? within(cell, -1) : beside(cell));
    }
  }

  /** The same with a cell that says nothing about the others. */
  Peers without(int cell) {
    Set<Integer> more = new TreeSet<>(outliers);
    more.add(cell);
    return new Peers(cells, more);
  }

  int size() {
    return cells.size();
  }

  boolean isOutlier(int cell) {
    return outliers.contains(cell);
  }

  /** The cells that show the speed of the machine: all but outliers, if there are two. */
  int[] regular() {
    int[] some = IntStream.range(0, size()).filter(cell -> !isOutlier(cell)).toArray();
    return some.length > 1 ? some : IntStream.range(0, size()).toArray();
  }

  boolean alone() {
    return size() == 1;
  }

  /** How many invocations there are of all cells together. */
  int invocations() {
    return effects.size();
  }

  int invocations(int cell) {
    return cells.get(cell).size();
  }

  /** Means of invocations and of cells, in turn; if no cell lacks an invocation, one pass does. */
  private void fit() {
    cells.forEach(cell -> cell.keySet().forEach(invocation -> effects.put(invocation, 0.0)));
    if (alone()) {
      return;
    }
    double change = 1;
    for (int pass = 0; pass < PASSES && change > SAME; pass++) {
      Map<Integer, double[]> sums = new TreeMap<>();
      for (int i : regular()) {
        double mean = deviations(i).average().orElse(0);
        cells
            .get(i)
            .forEach(
                (invocation, sample) -> {
                  double[] sum = sums.computeIfAbsent(invocation, none -> new double[2]);
                  sum[0] += log(sample) - effects.get(invocation) - mean;
                  sum[1]++;
                });
      }
      change = 0;
      for (Map.Entry<Integer, double[]> sum : sums.entrySet()) {
        double more = sum.getValue()[0] / sum.getValue()[1];
        effects.merge(sum.getKey(), more, Double::sum);
        change = Math.max(change, Math.abs(more));
      }
    }
  }

  private DoubleStream deviations(int cell) {
    return cells.get(cell).entrySet().stream()
        .mapToDouble(each -> log(each.getValue()) - effects.get(each.getKey()));
  }

  private static double log(Sample sample) {
    return Math.log(sample.figure());
  }

  /** Variance of a cell's logarithms against the group, from invocation to invocation. */
  double square(int cell) {
    return Variance.of(deviations(cell).toArray()).getAsDouble() * share(cell);
  }

  /** A deviation from a mean that has the cell in it is too small by this factor. */
  private double share(int cell) {
    int[] members = regular();
    return alone() || IntStream.of(members).noneMatch(each -> each == cell)
        ? 1
        : (double) members.length / (members.length - 1);
  }

  /** The variance of a cell's mean within one invocation, from its iterations. */
  Part within(int cell) {
    return within.get(cell);
  }

  /** Variance of the effects of the invocations, which all cells share; 0 for a cell alone. */
  double common() {
    return alone()
        ? 0
        : Variance.of(effects.values().stream().mapToDouble(x -> x).toArray()).getAsDouble();
  }

  /**
   * What the cells themselves add to the variance of an effect.
   *
   * @param between variance of a cell between invocations
   */
  double noise(double between) {
    int[] members = regular();
    return IntStream.of(members).mapToDouble(i -> between + within(i).value()).average().orElse(0)
        / members.length;
  }

  /** Variance of the difference of the effects of two groups in the invocations of both. */
  double apart(Peers other) {
    return Variance.of(
            effects.keySet().stream()
                .filter(other.effects::containsKey)
                .mapToDouble(each -> effects.get(each) - other.effects.get(each))
                .toArray())
        .getAsDouble();
  }

  private Part beside(int cell) {
    List<double[]> all = new ArrayList<>();
    for (int invocation : cells.get(cell).keySet()) {
      List<double[]> peers =
          IntStream.of(regular())
              .mapToObj(cells::get)
              .filter(peer -> peer.containsKey(invocation))
              .map(peer -> peer.get(invocation).shares())
              .toList();
      all.add(minus(cells.get(cell).get(invocation).shares(), mean(peers)));
    }
    Part alone = part(all);
    return new Part(alone.value() * share(cell), alone.freedom());
  }

  /** Of the ratio of two cells; of the first alone if there is no second. */
  Part within(int a, int b) {
    List<double[]> all = new ArrayList<>();
    cells
        .get(a)
        .forEach(
            (invocation, sample) -> {
              if (b < 0) {
                all.add(sample.shares());
              } else if (cells.get(b).containsKey(invocation)) {
                all.add(minus(sample.shares(), cells.get(b).get(invocation).shares()));
              }
            });
    return part(all);
  }

  /**
   * The variance of the mean of an invocation; 0 if the phases are in one piece.
   *
   * <p>Neighbouring iterations are alike, so they are worth fewer: (1 - r) / (1 + r) of their
   * number for an autocorrelation r at lag 1.
   *
   * @param invocations shares of the iterations, less those of other cells in the same rounds
   */
  private static Part part(List<double[]> invocations) {
    List<double[]> usable = invocations.stream().filter(each -> each.length > 2).toList();
    if (usable.isEmpty()) {
      return new Part(0, 0);
    }
    double squares = 0;
    double neighbours = 0;
    double sum = 0;
    double freedom = 0;
    for (double[] shares : usable) {
      double mean = Arrays.stream(shares).average().orElseThrow();
      double own = 0;
      for (int k = 0; k < shares.length; k++) {
        own += (shares[k] - mean) * (shares[k] - mean);
        neighbours += k == 0 ? 0 : (shares[k] - mean) * (shares[k - 1] - mean);
      }
      squares += own;
      sum += own / (shares.length - 1) / shares.length;
      freedom += shares.length - 1;
    }
    double r = squares > 0 ? Math.min(MOST_ALIKE, Math.max(0, neighbours / squares)) : 0;
    double worth = (1 - r) / (1 + r);
    // An invocation in one piece has no iterations, and counts as 0.
    return new Part(sum / worth / invocations.size(), freedom * worth);
  }

  /** Iteration by iteration; none if one of the two has none. */
  private static double[] minus(double[] a, double[] b) {
    return IntStream.range(0, Math.min(a.length, b.length)).mapToDouble(k -> a[k] - b[k]).toArray();
  }

  /** The mean of several, iteration by iteration; none if one of them has none. */
  private static double[] mean(List<double[]> all) {
    int shortest = all.stream().mapToInt(each -> each.length).min().orElse(0);
    return IntStream.range(0, shortest)
        .mapToDouble(k -> all.stream().mapToDouble(each -> each[k]).average().orElseThrow())
        .toArray();
  }
}
