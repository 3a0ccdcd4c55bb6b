package org.pmemycsb.harness.plan.design;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.ConfigurationException;

/**
 * Sizes as people write them: {@code 1024}, {@code 4KiB}, {@code 1M}. The pmemkv binding, which
 * stands alone, reads the same grammar.
 */
public final class ByteSize {
  private static final String UNITS = "KMGT";
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,18})\\s*(?:([" + UNITS + "])(?:i?B)?|B)?", Pattern.CASE_INSENSITIVE);

  private ByteSize() {}

  /**
   * The number of bytes; all units are powers of 1024.
   *
   * @throws ConfigurationException if the text is no size
   */
  public static long parse(String text) {
    Matcher form =
        Words.form(text, FORM, "not a size; write bytes, or a number with KiB, MiB or GiB");
    String unit = form.group(2);
    int shift = unit == null ? 0 : 10 * (1 + UNITS.indexOf(unit.toUpperCase(Locale.ROOT)));
    long number = Long.parseLong(form.group(1));
    if (number > Long.MAX_VALUE >> shift) {
      throw new ConfigurationException("'" + text + "' is too large");
    }
    return number << shift;
  }

  /** About the size, for people: {@code 63.8 MiB}, {@code 1.5 GiB}. */
  public static String rounded(long bytes) {
    boolean large = bytes >= 1L << 30;
    return String.format(
        Locale.ROOT, "%.1f %s", bytes / (double) (1L << (large ? 30 : 20)), large ? "GiB" : "MiB");
  }

  /** The size in the largest unit that divides it: {@code 4 KiB}, {@code 100 B}. */
  public static String format(long bytes) {
    String[] units = {"B", "KiB", "MiB", "GiB"};
    int unit = 0;
    long size = bytes;
    while (unit < units.length - 1 && size >= 1024 && size % 1024 == 0) {
      size /= 1024;
      unit++;
    }
    return size + " " + units[unit];
  }

  /** The same without the space, as {@link #parse} reads it. */
  public static String compact(long bytes) {
    return format(bytes).replace(" ", "");
  }
}
