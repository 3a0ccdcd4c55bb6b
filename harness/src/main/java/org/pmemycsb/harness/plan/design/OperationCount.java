package org.pmemycsb.harness.plan.design;

import org.pmemycsb.harness.ConfigurationException;

/**
 * How many operations a workload makes, written {@code 30000} or {@code 30000/thread}.
 *
 * @param number from 1 to {@link Phase#MOST_OPERATIONS}
 * @param eachThread whether each client thread of a run makes so many; otherwise all together
 */
public record OperationCount(long number, boolean eachThread) {
  private static final String EACH_THREAD = "/thread";

  public OperationCount {
    Words.inRange(number, 1, Phase.MOST_OPERATIONS);
  }

  public static OperationCount of(long number) {
    return new OperationCount(number, false);
  }

  public static OperationCount parse(String text) {
    boolean each = text.endsWith(EACH_THREAD);
    String number = each ? text.substring(0, text.length() - EACH_THREAD.length()) : text;
    try {
      return new OperationCount(Words.digits(number), each);
    } catch (ConfigurationException no) {
      throw new ConfigurationException(no.getMessage() + "; write 30000 or 30000/thread", no);
    }
  }

  /** For the report. */
  public String words() {
    return Words.count(number) + (eachThread ? " for each thread" : "");
  }

  public Object written() {
    return eachThread ? number + EACH_THREAD : (Object) number;
  }

  /** A part of it, of at least one operation. */
  public OperationCount dividedBy(long share) {
    return new OperationCount(Math.max(1, number / share), eachThread);
  }
}
