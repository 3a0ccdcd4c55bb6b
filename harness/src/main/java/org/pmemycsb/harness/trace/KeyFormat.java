package org.pmemycsb.harness.trace;

import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.design.KeyShape;
import org.pmemycsb.harness.design.Sizes;
import org.pmemycsb.harness.design.Words;
import site.ycsb.workloads.CoreWorkload;

/**
 * How a key is spelt. As CoreWorkload has it: {@code user}, zeros up to {@code zeroPadding} digits,
 * and the key number or, if {@code hashed}, the FNV-1 hash of its eight bytes made positive. A
 * {@link KeyShape} that stock YCSB does not have has less of {@code user}, or zeros at the end.
 *
 * @param hashed whether the number is hashed ({@code insertorder} is {@code hashed})
 * @param prefix how many characters there are of {@code user}, the last ones
 * @param zeroPadding the least number of digits
 * @param lengths up to which zeros follow; empty if none do
 */
public record KeyFormat(boolean hashed, int prefix, int zeroPadding, Optional<KeyLengths> lengths) {
  /**
   * The format of a workload's keys.
   *
   * @throws IllegalArgumentException if a property is wrong
   */
  public static KeyFormat of(Workload workload) {
    Map<String, String> said = workload.properties();
    boolean hashed =
        said.getOrDefault(
                CoreWorkload.INSERT_ORDER_PROPERTY, CoreWorkload.INSERT_ORDER_PROPERTY_DEFAULT)
            .equals("hashed");
    int padding =
        Words.integer(
            said,
            CoreWorkload.ZERO_PADDING_PROPERTY,
            CoreWorkload.ZERO_PADDING_PROPERTY_DEFAULT,
            Integer.MIN_VALUE,
            1 << 20);
    if (workload.keys().isEmpty()) {
      return new KeyFormat(hashed, KeyShape.PREFIX.length(), padding, Optional.empty());
    }
    Sizes sizes = workload.keys().get();
    KeyShape shape = new KeyShape(!hashed, padding, sizes);
    if (padding < 1 || shape.shortest() < padding) {
      throw new IllegalArgumentException(
          "%s is %s, and %s says that keys have %d digits"
              .formatted(
                  KeyShape.LENGTHS_PROPERTY,
                  sizes.text(),
                  CoreWorkload.ZERO_PADDING_PROPERTY,
                  padding));
    }
    return new KeyFormat(
        hashed,
        shape.shortest() - padding,
        padding,
        sizes.isFixed() ? Optional.empty() : Optional.of(new KeyLengths(sizes, shape.shortest())));
  }

  /** Whether CoreWorkload has it. */
  boolean isStock() {
    return prefix == KeyShape.PREFIX.length() && lengths.isEmpty();
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
