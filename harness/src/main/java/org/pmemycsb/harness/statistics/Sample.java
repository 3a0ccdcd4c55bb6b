package org.pmemycsb.harness.statistics;

import java.util.List;

/**
 * The figure of a cell in one invocation.
 *
 * @param invocation its number, from 1; cells with equal conditions share it
 * @param figure operations per second, or the figure that a claim is about
 * @param iterations operations per second of each iteration, in the order of the rounds; none for a
 *     phase in one piece
 */
public record Sample(int invocation, double figure, List<Double> iterations) {
  public Sample(int invocation, double figure) {
    this(invocation, figure, List.of());
  }

  /** The rate of each iteration as a share of their mean; none if that is 0. */
  double[] shares() {
    double mean = iterations.stream().mapToDouble(rate -> rate).average().orElse(0);
    return mean > 0
        ? iterations.stream().mapToDouble(rate -> rate / mean).toArray()
        : new double[0];
  }
}
