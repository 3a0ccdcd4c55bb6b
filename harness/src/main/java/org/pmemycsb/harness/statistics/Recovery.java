package org.pmemycsb.harness.statistics;

import java.util.List;
import java.util.OptionalDouble;

/** Finds the time at which a throughput is back after an interruption. */
public final class Recovery {
  /** The share of the throughput before that counts as back. */
  public static final double SHARE = 0.9;

  // One interval alone may be fast by chance.
  private static final int TOGETHER = 3;

  private Recovery() {}

  /**
   * The begin of the first three successive intervals that together have the throughput.
   *
   * @param ends when each interval ended, in seconds since the start
   * @param operations how many operations ended in it
   * @param before operations per second before the interruption
   * @return seconds since the start; empty if the throughput did not come back
   */
  public static OptionalDouble seconds(List<Double> ends, List<Long> operations, double before) {
    for (int i = 0; i + TOGETHER <= ends.size(); i++) {
      double begin = i == 0 ? 0 : ends.get(i - 1);
      double time = ends.get(i + TOGETHER - 1) - begin;
      long made = operations.subList(i, i + TOGETHER).stream().mapToLong(Long::longValue).sum();
      if (made >= SHARE * before * time) {
        return OptionalDouble.of(begin);
      }
    }
    return OptionalDouble.empty();
  }
}
