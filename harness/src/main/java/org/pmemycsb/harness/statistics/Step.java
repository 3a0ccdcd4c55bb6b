package org.pmemycsb.harness.statistics;

import java.util.Arrays;
import java.util.Optional;

/**
 * A sudden change of a throughput within its measurement: the mean of the whole is then that of
 * neither part. The step is where two parts differ most against their noise. Two signs must agree:
 *
 * <ul>
 *   <li>The mean of the whole differs by more than 10 % from that of the longer part.
 *   <li>The means of the parts differ by more than five standard errors. Neighbouring samples are
 *       alike, so the standard error is that of an autoregressive process of order one. Its
 *       coefficient is estimated from the deviations within the parts, and corrected for the bias
 *       of small samples (M. G. Kendall, Biometrika 41, 1954).
 * </ul>
 *
 * @param samples how many samples lie before it
 * @param before their mean
 * @param after the mean of the samples behind it
 */
public record Step(int samples, double before, double after) {
  private static final double CHANGE = 0.1;
  // For the largest of many differences. A single difference would need two errors.
  private static final double ERRORS = 5;
  private static final double MOST_ALIKE = 0.9;

  /** The shorter part has at least two samples, and at least this share. */
  private static final int LEAST_SHARE = 10;

  /**
   * @param rates throughput in intervals of about equal length, in their order; fewer than {@link
   *     Steadiness#FEWEST} give no step
   */
  public static Optional<Step> in(double[] rates) {
    int n = rates.length;
    Step largest = null;
    double most = ERRORS;
    int shortest = Math.max(2, n / LEAST_SHARE);
    for (int at = shortest; n >= Steadiness.FEWEST && at <= n - shortest; at++) {
      Step step = new Step(at, mean(rates, 0, at), mean(rates, at, n));
      double errors = Math.abs(step.after - step.before) / step.error(rates);
      if (errors > most) {
        most = errors;
        largest = step;
      }
    }
    return Optional.ofNullable(largest).filter(step -> step.isLarge(rates));
  }

  /** How many times the faster part is as fast as the slower one. */
  public double ratio() {
    return Math.max(before, after) / Math.min(before, after);
  }

  private boolean isLarge(double[] rates) {
    double longer = 2 * samples > rates.length ? before : after;
    return Math.abs(mean(rates, 0, rates.length) - longer) > CHANGE * longer;
  }

  private double error(double[] rates) {
    int n = rates.length;
    double squares = 0;
    double products = 0;
    double last = 0;
    for (int i = 0; i < n; i++) {
      double deviation = rates[i] - (i < samples ? before : after);
      squares += deviation * deviation;
      products += deviation * last;
      last = deviation;
    }
    double alike = squares == 0 ? 0 : products / squares;
    double corrected = Math.max(0, Math.min(MOST_ALIKE, (n * alike + 1) / (n - 4) + 1.0 / n));
    double one = squares / (n - 2) * (1 + corrected) / (1 - corrected);
    return Math.sqrt(one * (1.0 / samples + 1.0 / (n - samples)));
  }

  private static double mean(double[] rates, int from, int to) {
    return Arrays.stream(rates, from, to).average().orElseThrow();
  }
}
