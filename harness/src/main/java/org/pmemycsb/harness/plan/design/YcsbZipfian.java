package org.pmemycsb.harness.plan.design;

import site.ycsb.generator.ZipfianGenerator;

/**
 * The ranks that YCSB's {@code ZipfianGenerator} draws: the approximation of J. Gray et al.,
 * Quickly Generating Billion-Record Synthetic Databases, SIGMOD 1994, with YCSB's constant. Unlike
 * YCSB's class, it knows the probability of each rank.
 *
 * <p>StrictMath gives the same bits on every JDK, and so the same trace.
 *
 * @param items ranks go from 0 to less; at least 1
 * @param zeta the sum of 1 / rank^constant, with ranks from 1
 */
public record YcsbZipfian(long items, double zeta, double eta) {
  private static final double THETA = ZipfianGenerator.ZIPFIAN_CONSTANT;
  private static final double ALPHA = 1 / (1 - THETA);
  private static final double ZETA_2 = 1 + StrictMath.pow(0.5, THETA);
  // Behind so many terms, a sum is its integral, but for less than 1e-9 of it.
  private static final int SUMMED = 4096;

  public static YcsbZipfian of(long items) {
    return of(items, zetaOf(items));
  }

  /**
   * @param zeta where YCSB has it as a constant
   */
  public static YcsbZipfian of(long items, double zeta) {
    double eta = (1 - StrictMath.pow(2.0 / items, 1 - THETA)) / (1 - ZETA_2 / zeta);
    return new YcsbZipfian(items, zeta, eta);
  }

  private static double zetaOf(long items) {
    double sum = 0;
    for (long rank = 1; rank <= Math.min(items, SUMMED); rank++) {
      sum += 1 / StrictMath.pow(rank, THETA);
    }
    return items <= SUMMED
        ? sum
        : sum
            + ALPHA
                * (StrictMath.pow(items + 0.5, 1 - THETA)
                    - StrictMath.pow(SUMMED + 0.5, 1 - THETA));
  }

  /**
   * The rank of a uniform number.
   *
   * @param uniform from 0 to less than 1
   */
  public long rank(double uniform) {
    double scaled = uniform * zeta;
    if (scaled < 1 || items == 1) {
      return 0;
    }
    if (scaled < ZETA_2 || items == 2) {
      return 1;
    }
    return Math.min(items - 1, (long) (items * StrictMath.pow(eta * uniform - eta + 1, ALPHA)));
  }

  /** The uniform number from which on ranks are at least this one; from 0 to 1. */
  public double begin(long rank) {
    if (rank <= 0) {
      return 0;
    }
    double first = Math.min(1, 1 / zeta);
    double second = items <= 2 ? 1 : Math.min(1, ZETA_2 / zeta);
    if (rank == 1 || rank >= items) {
      return rank == 1 ? items == 1 ? 1 : first : 1;
    }
    double begin = (StrictMath.pow((double) rank / items, 1 - THETA) - 1 + eta) / eta;
    return Math.max(second, begin);
  }

  /** The mean rank. */
  public double mean() {
    double sum = 0;
    long last = items - 1;
    for (long rank = 1; rank <= Math.min(last, SUMMED); rank++) {
      sum += 1 - begin(rank);
    }
    if (last <= SUMMED) {
      return sum;
    }
    // The sum over the other ranks of (1 - (rank / items)^(1 - THETA)) / eta.
    double from = SUMMED + 0.5;
    double to = last + 0.5;
    double powers =
        (to * StrictMath.pow(to / items, 1 - THETA)
                - from * StrictMath.pow(from / items, 1 - THETA))
            / (2 - THETA);
    return sum + (to - from - powers) / eta;
  }
}
