package org.pmemycsb.adapter.inprocess.client;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as people write them; the harness reads the same grammar. */
public final class ByteSize {
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,18})\\s*(?:([KMGT])(?:i?B)?|B)?", Pattern.CASE_INSENSITIVE);

  private ByteSize() {}

  /**
   * A number of bytes with an optional unit: {@code 1073741824}, {@code 1024MiB}, {@code 1G}. All
   * units are powers of 1024.
   *
   * @throws IllegalArgumentException when the text is not a size of 1 byte or more
   */
  public static long parse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (matcher.matches()) {
      int shift =
          matcher.group(2) == null
              ? 0
              : 10 * (1 + "KMGT".indexOf(matcher.group(2).toUpperCase(Locale.ROOT)));
      long number = Long.parseLong(matcher.group(1));
      if (number > 0 && number <= Long.MAX_VALUE >> shift) {
        return number << shift;
      }
    }
    throw new IllegalArgumentException(
        "'" + text + "' is not a size: write bytes, or a number with KiB, MiB or GiB");
  }

  /** The size in MiB, rounded up, in the form that {@link #parse} reads. */
  public static String inMebibytes(long bytes) {
    return (bytes >> 20) + ((bytes & ((1 << 20) - 1)) == 0 ? 0 : 1) + "MiB";
  }
}
