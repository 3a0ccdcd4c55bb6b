package org.pmemycsb.harness.plan.design;

import java.util.Map;
import site.ycsb.workloads.CoreWorkload;

/**
 * How the keys of records are made of their numbers: {@code user} and digits, as stock YCSB has it.
 * A key of a distribution has zeros behind them, up to its length. A key that is too short has only
 * the end of {@code user}, or nothing of it.
 *
 * @param ordered whether the digits are the number itself, so that keys have the order of the
 *     numbers; else they are its hash
 * @param digits how many tell all records apart
 */
public record KeyShape(boolean ordered, int digits, Sizes lengths) {
  public static final String PREFIX = "user";

  /** The longest key, in bytes. */
  public static final int LONGEST = 64 << 10;

  private static final int HASHED_DIGITS = 19;

  /**
   * @param last the highest number of a record
   */
  public static KeyShape of(Map<String, String> workload, long last, Sizes lengths) {
    boolean ordered = "ordered".equals(workload.get(CoreWorkload.INSERT_ORDER_PROPERTY));
    return new KeyShape(ordered, ordered ? Long.toString(last).length() : HASHED_DIGITS, lengths);
  }

  /** The shortest key that they give, in bytes; shorter lengths are drawn again. */
  public int shortest() {
    return Math.min(lengths.common(), PREFIX.length() + digits);
  }

  /** The mean length in bytes, rounded up. */
  public int mean() {
    return lengths.mean(shortest());
  }

  public boolean isBeyondStock() {
    return !lengths.isFixed() || lengths.longest() < PREFIX.length() + digits;
  }

  /** The least number of digits: stock YCSB fills them up with zeros before, not behind. */
  public int padding() {
    return isBeyondStock() ? digits : lengths.longest() - PREFIX.length();
  }

  /** For the report: the length, or the distribution and the mean. */
  public String words() {
    return lengths.isFixed()
        ? lengths.longest() + " bytes"
        : "%s (mean %s)".formatted(lengths.text(), ByteSize.format(mean()));
  }
}
