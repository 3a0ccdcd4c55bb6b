package org.pmemycsb.harness.experiment;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.ConfigurationException;

/** Sizes as people write them: {@code 1024}, {@code 4KiB}, {@code 1MiB}. */
public final class ByteSize {
  private static final Pattern FORM = Pattern.compile("(\\d{1,15})\\s*([A-Za-z]*)");
  private static final Map<String, Long> UNITS =
      Map.of("", 1L, "B", 1L, "KIB", 1L << 10, "MIB", 1L << 20, "GIB", 1L << 30);

  private ByteSize() {}

  /**
   * The number of bytes.
   *
   * @throws ConfigurationException if the text is no size; units are powers of two, so that nobody
   *     has to guess what a K is
   */
  public static long parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    Long unit = form.matches() ? UNITS.get(form.group(2).toUpperCase(Locale.ROOT)) : null;
    if (unit == null) {
      throw new ConfigurationException(
          "'" + text + "' is not a size; write bytes, or a number with KiB, MiB or GiB");
    }
    try {
      return Math.multiplyExact(Long.parseLong(form.group(1)), unit);
    } catch (ArithmeticException tooLarge) {
      throw new ConfigurationException("'" + text + "' is too large", tooLarge);
    }
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
}
