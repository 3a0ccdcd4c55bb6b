package org.pmemycsb.harness.trace;

import java.util.Map;
import site.ycsb.workloads.CoreWorkload;

/**
 * How CoreWorkload spells a key: {@code user}, zeros up to {@code zeroPadding} digits, and the key
 * number or, if {@code hashed}, the FNV-1 hash of its eight bytes made positive.
 *
 * @param hashed whether the number is hashed ({@code insertorder} is {@code hashed})
 * @param zeroPadding the least number of digits
 */
public record KeyFormat(boolean hashed, int zeroPadding) {
  /** The format that a workload's properties ask for. */
  public static KeyFormat of(Map<String, String> workload) {
    return new KeyFormat(
        workload
            .getOrDefault(
                CoreWorkload.INSERT_ORDER_PROPERTY, CoreWorkload.INSERT_ORDER_PROPERTY_DEFAULT)
            .equals("hashed"),
        RecordShape.integer(
            workload,
            CoreWorkload.ZERO_PADDING_PROPERTY,
            CoreWorkload.ZERO_PADDING_PROPERTY_DEFAULT,
            Integer.MIN_VALUE,
            1 << 20));
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
