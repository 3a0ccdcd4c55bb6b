package org.pmemycsb.harness.client.trace;

import org.pmemycsb.harness.plan.design.Sizes;

/**
 * A length for each key by the number of its record: the same in all phases and for every seed.
 *
 * <p>A table of {@value #DRAWS} lengths stands for the distribution, however many records there
 * are. The number chooses among them by a multiplication, so records with neighbouring numbers have
 * lengths from all over the table. Immutable.
 */
public final class KeyLengths {
  private static final int BITS = 14;
  private static final int DRAWS = 1 << BITS;

  /** 2^64 over the golden ratio. */
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private static final long SEED = 0x6B65796C656E6773L;

  private final int[] lengths = new int[DRAWS];
  private final int longest;

  /**
   * @param least shorter lengths are drawn again
   */
  KeyLengths(Sizes sizes, int least) {
    longest = sizes.longest();
    Lengths drawn = new Lengths(sizes, least);
    SeededRandom random = new SeededRandom(SEED);
    for (int i = 0; i < DRAWS; i++) {
      lengths[i] = drawn.next(random);
    }
  }

  /** The length of the key with this number, in bytes. */
  int of(long number) {
    return lengths[(int) (number * STEP >>> Long.SIZE - BITS)];
  }

  int longest() {
    return longest;
  }
}
