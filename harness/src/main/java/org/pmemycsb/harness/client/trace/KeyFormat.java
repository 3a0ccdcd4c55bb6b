package org.pmemycsb.harness.client.trace;

import java.util.Optional;
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
public record KeyFormat(boolean hashed, int prefix, int zeroPadding, Optional<KeyLengths> lengths) {
  public static KeyFormat of(KeyShape shape) {
    Sizes lengths = shape.lengths();
    return new KeyFormat(
        !shape.ordered(),
        shape.isBeyondStock() ? shape.shortest() - shape.digits() : KeyShape.PREFIX.length(),
        shape.padding(),
        lengths.isFixed()
            ? Optional.empty()
            : Optional.of(new KeyLengths(lengths, shape.shortest())));
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
