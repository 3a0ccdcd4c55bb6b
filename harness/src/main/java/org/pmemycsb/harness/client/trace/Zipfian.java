package org.pmemycsb.harness.client.trace;

/**
 * Draws ranks from 1 to n, each with a probability in proportion to {@code 1 / rank^constant}.
 *
 * <p>The method is rejection-inversion, in constant memory and constant time for any n: W. Hörmann
 * and G. Derflinger, "Rejection-inversion to generate variates from monotone discrete
 * distributions", ACM Transactions on Modeling and Computer Simulation 6(3), 1996. A number is
 * drawn below the integral of the density, and its rank is kept if it lies in the bar of the rank.
 * The distribution is exact; YCSB's own generator (Gray et al., SIGMOD 1994) approximates it from
 * the third rank on, and sums n terms first.
 *
 * <p>n may change from draw to draw. For one thread.
 */
public final class Zipfian {
  // For a constant closer to 1, the power is less exact than the logarithm.
  private static final double LIKE_ONE = 1e-6;

  private final double exponent;
  private final boolean logarithmic;
  private final double lowest;
  private final double sure;
  private long ranks;
  private double highest;

  /**
   * @param constant greater than 0; 0.99 is the one of YCSB
   */
  public Zipfian(double constant) {
    exponent = constant;
    logarithmic = Math.abs(1 - constant) < LIKE_ONE;
    lowest = integral(1.5) - 1;
    sure = 2 - inverse(integral(2.5) - density(2));
  }

  /**
   * A rank.
   *
   * @param n how many there are, at least 1
   */
  public long next(long n, SeededRandom random) {
    if (n != ranks) {
      ranks = n;
      highest = integral(n + 0.5);
    }
    while (true) {
      double under = highest + random.nextDouble() * (lowest - highest);
      double at = inverse(under);
      long rank = Math.max(1, Math.min(n, (long) (at + 0.5)));
      if (rank - at <= sure || under >= integral(rank + 0.5) - density(rank)) {
        return rank;
      }
    }
  }

  // StrictMath gives the same bits on every JDK, and so the same trace.

  private double density(double x) {
    return StrictMath.pow(x, -exponent);
  }

  /** An integral of the density. */
  private double integral(double x) {
    return logarithmic ? StrictMath.log(x) : (StrictMath.pow(x, 1 - exponent) - 1) / (1 - exponent);
  }

  private double inverse(double y) {
    return logarithmic
        ? StrictMath.exp(y)
        : StrictMath.pow(Math.max(0, 1 + y * (1 - exponent)), 1 / (1 - exponent));
  }
}
