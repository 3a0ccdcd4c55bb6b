package org.pmemycsb.harness.client.trace;

import java.util.Random;

/**
 * Replaces {@link java.util.concurrent.ThreadLocalRandom} in the classes that {@link SeededLoader}
 * loads.
 *
 * <p>The generator is SplitMix64. It is written out here because a trace must be the same on each
 * release of the JDK, and the JDK does not promise that for its own generators. Not thread-safe.
 */
public final class SeededRandom extends Random {
  private static final long serialVersionUID = 1L;
  private static final ThreadLocal<SeededRandom> CURRENT = new ThreadLocal<>();

  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private long state;

  public SeededRandom(long seed) {
    super(0);
    state = seed;
  }

  /**
   * The calling thread's generator, see {@link #begin}; this method is named and typed as the one
   * that it replaces.
   *
   * @throws IllegalStateException if the thread has none, so that no draw is ever unseeded
   */
  public static SeededRandom current() {
    SeededRandom random = CURRENT.get();
    if (random == null) {
      throw new IllegalStateException("a draw outside a seeded recording");
    }
    return random;
  }

  /** Gives the calling thread this generator, until {@link #end()}. */
  static void begin(SeededRandom random) {
    CURRENT.set(random);
  }

  static void end() {
    CURRENT.remove();
  }

  /** A one-to-one scrambling of 64 bits, in which each input bit moves about half of the output. */
  public static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /**
   * The seed of a part: of two experiments with seeds side by side, no part has the seed of
   * another.
   *
   * @param part numbers of the part, from the outermost on, such as repeat and phase
   */
  public static long seedOf(long seed, long... part) {
    long mixed = mix(seed + GAMMA);
    for (long number : part) {
      mixed = mix(mixed + (number + 1) * GAMMA);
    }
    return mixed;
  }

  @Override
  public long nextLong() {
    return mix(state += GAMMA);
  }

  @Override
  protected int next(int bits) {
    return (int) (nextLong() >>> (64 - bits));
  }

  @Override
  public int nextInt() {
    return (int) (nextLong() >>> 32);
  }

  @Override
  public int nextInt(int bound) {
    if (bound <= 0) {
      throw new IllegalArgumentException("bound must be positive, not " + bound);
    }
    return (int) below(bound);
  }

  /**
   * A number from 0 to less than a bound.
   *
   * @param bound from 1 to 2^40: of 63 random bits, the bias is below 2^-22, less than any trace
   *     could show
   */
  public long below(long bound) {
    return (nextLong() >>> 1) % bound;
  }

  @Override
  public double nextDouble() {
    return (nextLong() >>> 11) * 0x1.0p-53;
  }
}
