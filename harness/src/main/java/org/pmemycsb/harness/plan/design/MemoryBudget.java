package org.pmemycsb.harness.plan.design;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.ConfigurationException;

/**
 * The main memory that a database may use: all that the machine has, a number of bytes, or a share
 * of its loaded data.
 *
 * @param text as users write it, in one spelling: {@code all}, {@code 512MiB}, {@code 25%}
 */
public record MemoryBudget(String text) {
  private static final Pattern SHARE = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,6})?)\\s*%");
  private static final String WORD = "all";
  private static final double PERCENT = 100;

  public static final MemoryBudget ALL = new MemoryBudget(WORD);

  /**
   * A budget in any spelling.
   *
   * @throws ConfigurationException if it is none, or nothing
   */
  public static MemoryBudget of(String text) {
    String given = text.strip().toLowerCase(Locale.ROOT);
    if (given.equals(WORD)) {
      return ALL;
    }
    Matcher share = SHARE.matcher(given);
    MemoryBudget budget;
    try {
      budget =
          share.matches()
              ? new MemoryBudget(
                  new BigDecimal(share.group(1)).stripTrailingZeros().toPlainString() + "%")
              : new MemoryBudget(ByteSize.compact(ByteSize.parse(given)));
    } catch (ConfigurationException none) {
      throw new ConfigurationException(
          "'" + text + "' is no budget of memory; write all, a size such as 512MiB, or 25%", none);
    }
    if (budget.bytes(Long.MAX_VALUE) == 0) {
      throw new ConfigurationException(
          "'" + text + "' leaves a database no memory; give more, or all");
    }
    return budget;
  }

  public boolean isAll() {
    return text.equals(WORD);
  }

  /**
   * The budget in bytes; the largest number for {@link #ALL}.
   *
   * @param data bytes of the loaded data
   */
  public long bytes(long data) {
    if (isAll()) {
      return Long.MAX_VALUE;
    }
    Matcher share = SHARE.matcher(text);
    return share.matches()
        ? (long) (data * (Double.parseDouble(share.group(1)) / PERCENT))
        : ByteSize.parse(text);
  }

  /** The beginning of a sentence about its size: a share names the bytes that it stands for. */
  public String subject(long data) {
    return SHARE.matcher(text).matches()
        ? "%s of %s of loaded data is %s,"
            .formatted(text, ByteSize.rounded(data), ByteSize.rounded(bytes(data)))
        : text + " is";
  }
}
