package org.pmemycsb.harness.client.trace;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToIntFunction;
import org.pmemycsb.harness.plan.design.KeyShape;
import org.pmemycsb.harness.plan.design.Sizes;

/**
 * The spelling of a key. That of CoreWorkload is {@code user}, zeros up to {@code zeroPadding}
 * digits, and the key number or, if {@code hashed}, the FNV-1 hash of its eight bytes made
 * positive. A {@link KeyShape} beyond stock YCSB has less of {@code user}, or zeros at the end.
 *
 * @param hashed whether the number is hashed ({@code insertorder} is {@code hashed})
 * @param prefix number of characters of {@code user}, the last ones
 * @param zeroPadding the least number of digits
 * @param lengths up to which zeros follow; empty if none do
 */
public record KeyFormat(boolean hashed, int prefix, int zeroPadding, Optional<Lengths> lengths) {
  /**
   * A length for each key by the number of its record: the same in all phases and for every seed.
   *
   * <p>A table of {@value #DRAWS} lengths stands for the distribution, however many records there
   * are. The number chooses among them by a multiplication, so records with neighbouring numbers
   * have lengths from all over the table. Immutable.
   */
  static final class Lengths {
    private static final int BITS = 14;
    private static final int DRAWS = 1 << BITS;

    /** 2^64 over the golden ratio. */
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private static final long SEED = 0x6B65796C656E6773L;

    private final int[] table = new int[DRAWS];
    final int longest;

    Lengths(Sizes sizes, int least) {
      longest = sizes.longest();
      ToIntFunction<Random> draws = sizes.draws(least);
      SeededRandom random = new SeededRandom(SEED);
      Arrays.setAll(table, i -> draws.applyAsInt(random));
    }

    /** The length of the key with this number, in bytes. */
    int of(long number) {
      return table[(int) (number * STEP >>> Long.SIZE - BITS)];
    }
  }

  public static KeyFormat of(KeyShape shape) {
    Sizes lengths = shape.lengths();
    return new KeyFormat(
        !shape.ordered(),
        shape.isBeyondStock() ? shape.shortest() - shape.digits() : KeyShape.PREFIX.length(),
        shape.padding(),
        lengths.isFixed() ? Optional.empty() : Optional.of(new Lengths(lengths, shape.shortest())));
  }

  /** Spells many keys fast, for one thread. */
  public KeySpeller speller() {
    return new KeySpeller(this);
  }

  /** The key with this number, from 0. */
  public String name(long number) {
    return speller().name(number);
  }
}
