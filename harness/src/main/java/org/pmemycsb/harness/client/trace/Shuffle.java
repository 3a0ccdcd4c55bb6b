package org.pmemycsb.harness.client.trace;

/**
 * A fixed one-to-one mapping of the numbers from 0 to n-1 onto themselves that looks random; it
 * takes no memory.
 *
 * <p>It scrambles the numbers below the next power of two, and scrambles again until the result is
 * below n (cycle walking: J. Black and P. Rogaway, "Ciphers with arbitrary finite domains", CT-RSA
 * 2002), less than twice on average. If n grows by 1 below that power, then the image of one number
 * changes: popular records stay popular while others are inserted.
 */
public final class Shuffle {
  private static final int ROUNDS = 3;
  private static final long[] FACTORS = {
    0x9E3779B97F4A7C15L, 0xBF58476D1CE4E5B9L, 0x94D049BB133111EBL
  };

  private Shuffle() {}

  /**
   * The image of a number.
   *
   * @param number from 0 to n-1
   * @param n from 1 to 2^62
   */
  public static long of(long number, long n) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(n - 1);
    if (bits == 0) {
      return 0;
    }
    long mask = -1L >>> Long.SIZE - bits;
    int half = (bits + 1) / 2;
    long image = number;
    do {
      // An odd factor, a sum and a shift to the right each map these bits one-to-one.
      for (int round = 0; round < ROUNDS; round++) {
        image = image * FACTORS[round] + FACTORS[ROUNDS - 1 - round] & mask;
        image ^= image >>> half;
      }
    } while (image >= n);
    return image;
  }
}
