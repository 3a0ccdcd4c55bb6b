package org.pmemycsb.harness.trace;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import site.ycsb.Utils;
import site.ycsb.workloads.CoreWorkload;

/**
 * How CoreWorkload spells a key: {@code user}, zeros up to {@code zeroPadding} digits, and the key
 * number or, if {@code hashed}, the FNV-1 hash of its eight bytes made positive.
 *
 * @param hashed whether the number is hashed ({@code insertorder} is {@code hashed})
 * @param zeroPadding the least number of digits
 */
public record KeyFormat(boolean hashed, int zeroPadding) {
  static final byte[] PREFIX = "user".getBytes(StandardCharsets.ISO_8859_1);

  /** The format that a workload's properties ask for. */
  public static KeyFormat of(Map<String, String> workload) {
    return new KeyFormat(
        workload
            .getOrDefault(
                CoreWorkload.INSERT_ORDER_PROPERTY, CoreWorkload.INSERT_ORDER_PROPERTY_DEFAULT)
            .equals("hashed"),
        WorkloadProperties.integer(
            workload,
            CoreWorkload.ZERO_PADDING_PROPERTY,
            CoreWorkload.ZERO_PADDING_PROPERTY_DEFAULT,
            Integer.MIN_VALUE,
            1 << 20));
  }

  /** The length of the longest key, in bytes. */
  public int maxLength() {
    return PREFIX.length + Math.max(zeroPadding, 19);
  }

  /** What spells many keys fast, for one thread. */
  public KeySpeller speller() {
    return new KeySpeller(this);
  }

  /** The key with this number. */
  public String name(long number) {
    long shown = hashed ? Utils.hash(number) : number;
    if (shown < 0) { // Utils.hash of one number in 2^64: the absolute value that does not exist
      String digits = Long.toString(shown);
      return "user" + "0".repeat(Math.max(0, zeroPadding - digits.length())) + digits;
    }
    int digits = 1;
    for (long rest = shown; rest >= 10; rest /= 10) {
      digits++;
    }
    byte[] name = new byte[PREFIX.length + Math.max(digits, zeroPadding)];
    System.arraycopy(PREFIX, 0, name, 0, PREFIX.length);
    for (int i = name.length - 1; i >= PREFIX.length; i--) {
      name[i] = (byte) ('0' + shown % 10);
      shown /= 10;
    }
    return new String(name, StandardCharsets.ISO_8859_1);
  }
}
