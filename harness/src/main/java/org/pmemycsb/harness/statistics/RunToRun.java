package org.pmemycsb.harness.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Median;

/**
 * How much the cells of an experiment scatter from invocation to invocation, beyond the scatter
 * within one: one variance for all (T. Kalibera and R. Jones, Rigorous Benchmarking in Reasonable
 * Time, ISMM 2013, separate these levels). A cell that scatters much more is an outlier and has its
 * own.
 */
final class RunToRun {
  private record Member(int group, int cell, double square, double within, int freedom) {}

  private static final double MUCH = 4;
  // The square of 5 %: nobody needs to hear of a cell that scatters less.
  private static final double LEAST = 0.05 * 0.05;
  // Chance makes one of 1,000 cells scatter by this factor: chi-squared over its degrees of
  // freedom.
  private static final double[] BY_CHANCE = {10.83, 6.91, 5.42, 4.62, 4.10};

  // The weights converge within a few.
  private static final int PASSES = 50;

  private final double between;

  /** The variance of both levels in the cells that tell most about the one between invocations. */
  private final double precise;

  private final double total;
  private final double freedom;
  private final List<Peers> groups;

  /**
   * @param all groups in which cells have peers, or in which all are alone
   * @param lives equal numbers for groups that are phases of the same invocations. Their cells have
   *     the same processes, so only one of the groups counts for the degrees of freedom
   */
  RunToRun(List<Peers> all, List<Integer> lives) {
    this.groups = new ArrayList<>(all);
    List<Member> members = members();
    int cells = members.size();
    Optional<Member> worst = worst(members);
    while (worst.isPresent()) {
      int group = worst.get().group;
      groups.set(group, groups.get(group).without(worst.get().cell));
      members = members();
      worst = worst(members);
    }
    double degrees = 0;
    for (int g = 0; g < groups.size(); g++) {
      if (lives.indexOf(lives.get(g)) == g) {
        degrees += Math.max(1, all.get(g).size() - 1) * (all.get(g).invocations() - 1.0);
      }
    }
    double weighted = between(members);
    for (int pass = 0; pass < PASSES; pass++) {
      weighted = between(members, weighted);
    }
    this.between = weighted;
    double weights = members.stream().mapToDouble(each -> weight(each, between)).sum();
    this.precise =
        weights > 0 ? Math.sqrt(members.stream().mapToDouble(Member::freedom).sum() / weights) : 0;
    this.total = members.stream().mapToDouble(Member::square).average().orElse(0);
    this.freedom = cells == 0 ? 0 : Math.max(1, degrees * members.size() / cells);
  }

  /** The groups, each with its outliers. */
  List<Peers> groups() {
    return groups;
  }

  /** The cells with two invocations or more, without the outliers. */
  private List<Member> members() {
    List<Member> members = new ArrayList<>();
    for (int g = 0; g < groups.size(); g++) {
      Peers group = groups.get(g);
      for (int i = 0; i < group.size(); i++) {
        int own = group.invocations(i) - 1;
        if (own > 0 && !group.isOutlier(i)) {
          members.add(new Member(g, i, group.square(i), group.within(i).value(), own));
        }
      }
    }
    return members;
  }

  private static double between(List<Member> members) {
    return Math.max(
        0, members.stream().mapToDouble(each -> each.square - each.within).average().orElse(0));
  }

  /**
   * The same with weights: a cell that scatters much within its invocations says little about the
   * scatter between them.
   *
   * @param guess the variance between invocations, about
   */
  private static double between(List<Member> members, double guess) {
    double weights = members.stream().mapToDouble(each -> weight(each, guess)).sum();
    double sum =
        members.stream()
            .mapToDouble(each -> weight(each, guess) * (each.square - each.within))
            .sum();
    return weights > 0 ? Math.max(0, sum / weights) : guess;
  }

  /** The inverse of the variance of a cell's square, but for a factor. */
  private static double weight(Member cell, double between) {
    double expected = between + cell.within;
    return expected > 0 ? cell.freedom / (expected * expected) : 0;
  }

  /** The cell that is most beyond its limit; empty if none is. */
  private static Optional<Member> worst(List<Member> members) {
    double between = typical(members);
    return members.stream()
        .filter(each -> excess(each, between) > 1)
        .max(Comparator.comparingDouble(each -> excess(each, between)));
  }

  /**
   * The variance between invocations by the median, which outliers do not move. The median of a
   * variance lies below its mean (E. B. Wilson and M. M. Hilferty, Proceedings of the National
   * Academy of Sciences 17, 1931).
   */
  private static double typical(List<Member> members) {
    double[] all =
        members.stream()
            .mapToDouble(
                each -> each.square / Math.pow(1 - 2.0 / (9 * each.freedom), 3) - each.within)
            .toArray();
    return all.length == 0 ? 0 : Math.max(0, Median.withDefaults().evaluate(all));
  }

  private static double excess(Member cell, double between) {
    double limit =
        cell.freedom <= BY_CHANCE.length ? Math.max(MUCH, BY_CHANCE[cell.freedom - 1]) : MUCH;
    double expected = between + cell.within;
    return expected > 0 && cell.square > LEAST ? cell.square / expected / limit : 0;
  }

  /** The variance between invocations. */
  LogMean.Part part(double times) {
    return new LogMean.Part(times * between, times * precise, freedom);
  }

  double between() {
    return between;
  }

  /** Standard deviation from one invocation to the next, of both levels; 0 if it is unknown. */
  double deviation() {
    return Math.sqrt(total);
  }
}
