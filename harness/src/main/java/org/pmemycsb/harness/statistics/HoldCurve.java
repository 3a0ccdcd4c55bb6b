package org.pmemycsb.harness.statistics;

import java.util.List;

/**
 * Estimates the highest rate that holds a goal, from trials that held it or did not.
 *
 * <p>The model: a trial at a rate holds with the probability (1 - spoilt) / (1 + (rate /
 * capacity)^(1 / spread)). {@code spread} is how much the server varies from trial to trial. {@code
 * spoilt} is the share of trials that the machine disturbed: such a trial fails at any rate, while
 * nothing makes a trial hold by accident. This is a psychometric function with a lapse rate (F. A.
 * Wichmann and N. J. Hill, The psychometric function I, Perception and Psychophysics 63, 2001). The
 * posterior is summed over a grid of all three, with equal weights.
 */
final class HoldCurve {
  private static final double[] SPREADS = {0.008, 0.016, 0.03, 0.06, 0.1};
  private static final double[] SPOILT = {0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5};
  // In logarithms of the capacity.
  private static final double STEP = 0.01;
  private static final double BEYOND = 0.3;
  // No trial is ever impossible.
  private static final double UNLIKELY = 1e-3;
  private static final double TAIL = 0.025;

  private HoldCurve() {}

  /**
   * @param rate operations per second, above 0
   */
  record Trial(double rate, boolean holds) {}

  /**
   * The median of the capacity and its 95 % interval.
   *
   * @param trials at least one
   */
  static Interval of(List<Trial> trials) {
    double[] logs = trials.stream().mapToDouble(trial -> Math.log(trial.rate())).toArray();
    double lowest = Double.POSITIVE_INFINITY;
    double highest = Double.NEGATIVE_INFINITY;
    for (double log : logs) {
      lowest = Math.min(lowest, log);
      highest = Math.max(highest, log);
    }
    double from = lowest - BEYOND;
    double[] weights = new double[(int) ((highest + BEYOND - from) / STEP) + 1];
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      weights[i] = weight(trials, logs, from + i * STEP);
      sum += weights[i];
    }
    return new Interval(
        Math.exp(from + STEP * at(weights, 0.5 * sum)),
        Math.exp(from + STEP * (at(weights, TAIL * sum) - 1)),
        Math.exp(from + STEP * (at(weights, (1 - TAIL) * sum) + 1)));
  }

  /** How likely these trials are at a capacity, over all spreads and shares. */
  private static double weight(List<Trial> trials, double[] logs, double capacity) {
    double weight = 0;
    double[] undisturbed = new double[logs.length];
    for (double spread : SPREADS) {
      for (int i = 0; i < logs.length; i++) {
        undisturbed[i] = 1 / (1 + Math.exp((logs[i] - capacity) / spread));
      }
      for (double spoilt : SPOILT) {
        double likelihood = 1;
        for (int i = 0; i < logs.length; i++) {
          double holds = (1 - spoilt) * undisturbed[i];
          likelihood *= Math.max(UNLIKELY, trials.get(i).holds() ? holds : 1 - holds);
        }
        weight += likelihood;
      }
    }
    return weight;
  }

  /** The index at which the cumulated weights reach a value. */
  private static int at(double[] weights, double value) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i];
      if (sum >= value) {
        return i;
      }
    }
    return weights.length - 1;
  }
}
