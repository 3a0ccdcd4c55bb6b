package org.pmemycsb.harness.statistics;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.pmemycsb.harness.statistics.LogMean.Part;

/**
 * The figures of a cell, one for each invocation, and the ratio to those of another cell. The
 * figure is the geometric mean over the invocations. {@code docs/reference/statistics.md} has the
 * rules of the intervals, {@code CoverageTest} simulates their coverage. Immutable.
 */
public final class Invocations {
  public static final Invocations NONE = of(List.of());

  private final List<Sample> samples;
  // null if nothing is known but the own figures
  private final Peers peers;
  private final RunToRun scatter;
  private final int cell;
  // the same among more cells; null for none
  private final Invocations wider;

  private Invocations(
      List<Sample> samples, Peers peers, RunToRun scatter, int cell, Invocations wider) {
    this.samples = samples.stream().sorted(Comparator.comparingInt(Sample::invocation)).toList();
    this.peers = peers;
    this.scatter = scatter;
    this.cell = cell;
    this.wider = wider;
  }

  /** The same for its ratios to cells that are no peers here but there. */
  public Invocations among(Invocations more) {
    return new Invocations(samples, peers, scatter, cell, more);
  }

  /** Figures that tell nothing about other cells, and learn nothing from them. */
  public static Invocations of(List<Sample> samples) {
    return new Invocations(samples, null, null, 0, null);
  }

  /**
   * Cells that scatter alike, in groups.
   *
   * @param groups cells with equal conditions in one phase; all figures are above 0
   * @param lives equal numbers for groups that are phases of the same invocations
   */
  public static List<List<Invocations>> of(List<List<List<Sample>>> groups, List<Integer> lives) {
    List<List<Invocations>> all = new ArrayList<>(Collections.nCopies(groups.size(), List.of()));
    List<Peers> peers = groups.stream().map(Peers::new).toList();
    for (boolean alone : List.of(false, true)) {
      int[] chosen =
          IntStream.range(0, groups.size()).filter(g -> peers.get(g).alone() == alone).toArray();
      RunToRun scatter =
          new RunToRun(
              IntStream.of(chosen).mapToObj(peers::get).toList(),
              IntStream.of(chosen).mapToObj(lives::get).toList());
      for (int c = 0; c < chosen.length; c++) {
        List<List<Sample>> cells = groups.get(chosen[c]);
        Peers known = scatter.groups().get(c);
        all.set(
            chosen[c],
            IntStream.range(0, cells.size())
                .mapToObj(i -> new Invocations(cells.get(i), known, scatter, i, null))
                .toList());
      }
    }
    return all;
  }

  public List<Sample> samples() {
    return samples;
  }

  public int size() {
    return samples.size();
  }

  public double[] figures() {
    return samples.stream().mapToDouble(Sample::figure).toArray();
  }

  /** Whether it scatters so much more than the others that it has a variance of its own. */
  public boolean isOutlier() {
    return peers != null && peers.isOutlier(cell);
  }

  /** Standard deviation of its logarithm from one invocation to the next; 0 if unknown. */
  public double ownDeviation() {
    return peers == null || size() < 2 ? 0 : Math.sqrt(peers.square(cell));
  }

  /** The same of all cells together; 0 if unknown. */
  public double commonDeviation() {
    return scatter == null ? 0 : scatter.deviation();
  }

  /** The figure with its uncertainty; empty without one. */
  public Optional<Estimate> estimate() {
    boolean logs = samples.stream().allMatch(sample -> sample.figure() > 0);
    return peers == null || !logs
        ? Estimate.of(figures())
        : Optional.of(mean().estimate(Estimate.variation(figures())));
  }

  /** The figure; only with samples above 0. */
  public LogMean mean() {
    double[] logs = samples.stream().mapToDouble(each -> Math.log(each.figure())).toArray();
    LogMean own = LogMean.of(logs);
    if (peers == null || size() < 2 || peers.alone() && isOutlier()) {
      return own;
    }
    if (peers.alone()) {
      return LogMean.of(own.mean(), size(), between(), within());
    }
    double seen = peers.common();
    return LogMean.of(
        own.mean(),
        size(),
        new Part(
            Math.max(0, seen - peers.noise(scatter.between())), seen, peers.invocations() - 1.0),
        between(),
        within());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Invocations known && samples.equals(known.samples);
  }

  @Override
  public int hashCode() {
    return samples.hashCode();
  }

  /**
   * The ratio to another cell. Of peers, and of cells that know nothing but their own figures, it
   * comes from the invocations that both have; of others, from all.
   *
   * @return without a common invocation, one with 0 invocations
   */
  public LogMean ratio(Invocations other) {
    boolean kinds = wider != null && other.wider != null && wider.peers == other.wider.peers;
    if (peers != other.peers && !kinds) {
      return wider == null && other.wider == null
          ? mean().over(other.mean())
          : widest().ratio(other.widest());
    }
    TreeMap<Integer, Double> theirs = new TreeMap<>();
    other.samples.forEach(each -> theirs.put(each.invocation(), each.figure()));
    double[] logs =
        samples.stream()
            .filter(each -> theirs.containsKey(each.invocation()))
            .mapToDouble(each -> Math.log(each.figure() / theirs.get(each.invocation())))
            .toArray();
    if (logs.length == 0) {
      return new LogMean(Double.NaN, 0, 1, 0);
    }
    LogMean own = LogMean.of(logs);
    if (peers == null || logs.length < 2 || isOutlier() && other.isOutlier()) {
      return own;
    }
    if (peers != other.peers) {
      double seen = peers.apart(other.peers);
      double noise = peers.noise(scatter.between()) + other.peers.noise(scatter.between());
      return LogMean.of(
          own.mean(),
          logs.length,
          new Part(Math.max(0, seen - noise), seen, logs.length - 1.0),
          between(),
          other.between(),
          within(),
          other.within());
    }
    if (isOutlier() || other.isOutlier()) {
      Invocations wild = isOutlier() ? this : other;
      Invocations calm = isOutlier() ? other : this;
      return LogMean.of(
          own.mean(), logs.length, wild.own(), scatter.part(1), peers.within(calm.cell));
    }
    return LogMean.of(own.mean(), logs.length, scatter.part(2), peers.within(cell, other.cell));
  }

  private Invocations widest() {
    return wider == null ? this : wider;
  }

  /** Its scatter between invocations; of an outlier, that within them is in it. */
  private Part between() {
    return isOutlier() ? own() : scatter.part(1);
  }

  private Part within() {
    return isOutlier() ? new Part(0, 0) : peers.within(cell);
  }

  private Part own() {
    return new Part(peers.square(cell), size() - 1.0);
  }
}
