package org.pmemycsb.harness.result;

import java.util.Optional;
import java.util.OptionalDouble;
import org.pmemycsb.harness.statistics.Call;
import org.pmemycsb.harness.statistics.Interval;
import org.pmemycsb.harness.statistics.LogMean;

/**
 * How many times as fast one cell is as another that differs in one thing. Every comparison of the
 * product is one of these, and each has its call from the same rule.
 *
 * @param known the ratio of the first to the second
 */
public record Ratio(Rule rule, Cell upper, Cell lower, LogMean known) {
  private static final double MOST_APART = 0.02;
  private static final double MUCH_MORE = 0.1;

  /** The difference between two cells. */
  public enum Rule {
    /** The same database on persistent memory, over a disk. */
    MEDIUM,
    /** The same database on a disk, with its log on persistent memory, over the disk. */
    LOG,
    /** A variant over its stock database on the same place. */
    SOFTWARE,
    /** A variant over its stock database on a disk. */
    BOTH,
    /** Two databases on the same place that are no variants of each other. */
    PAIR,
    /** The same cell in another result folder. */
    COMPARE,
    /** The same database without a part of its flushes. */
    SPLIT,
    /** Two cells that a claim names. */
    CLAIM
  }

  /**
   * The ratio in the invocations that both made.
   *
   * @return empty without both, without a common invocation, or if one of them is INVALID or made
   *     no operation in an invocation
   */
  public static Optional<Ratio> of(Rule rule, Optional<Cell> upper, Optional<Cell> lower) {
    return upper.filter(Cell::usable).isEmpty() || lower.filter(Cell::usable).isEmpty()
        ? Optional.empty()
        : Optional.of(between(rule, upper.get(), lower.get()))
            .filter(ratio -> ratio.known.invocations() > 0);
  }

  /**
   * The same for two usable cells. Without a common invocation, its figure is none.
   *
   * @param rule with {@link Rule#COMPARE}, they have no common invocation and need none
   */
  public static Ratio between(Rule rule, Cell upper, Cell lower) {
    return new Ratio(
        rule,
        upper,
        lower,
        rule == Rule.COMPARE
            ? upper.invocations().mean().over(lower.invocations().mean())
            : upper.invocations().ratio(lower.invocations()));
  }

  public double figure() {
    return known.figure();
  }

  /**
   * Whether it has an interval to show. One that decides nothing and is too wide to be {@linkplain
   * Interval#bounds shown} tells as little as none: an outlier has such ones after two invocations.
   */
  public boolean bounded() {
    return known.hasInterval() && (known.interval().bounds() || call() != Call.UNCLEAR);
  }

  public OptionalDouble low() {
    return bounded() ? OptionalDouble.of(known.interval().low()) : OptionalDouble.empty();
  }

  public OptionalDouble high() {
    return bounded() ? OptionalDouble.of(known.interval().high()) : OptionalDouble.empty();
  }

  public Call call() {
    return Call.of(known);
  }

  /**
   * Whether earlier workloads had written so much more to one of the two that they found databases
   * in different states: by {@link #MOST_APART} of the records, and by {@link #MUCH_MORE} of the
   * larger share. Such a ratio may come from the state, and proves nothing else.
   */
  public boolean isOfOtherStates() {
    OptionalDouble a = upper.figure(FileColumns.WRITTEN_BEFORE);
    OptionalDouble b = lower.figure(FileColumns.WRITTEN_BEFORE);
    if (a.isEmpty() || b.isEmpty()) {
      return false;
    }
    double most = Math.max(a.getAsDouble(), b.getAsDouble());
    double apart = Math.abs(a.getAsDouble() - b.getAsDouble());
    return apart > MOST_APART && apart > MUCH_MORE * most;
  }
}
