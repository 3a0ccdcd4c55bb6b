package org.pmemycsb.harness.plan.design;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.ConfigurationException;

/**
 * The price of a place, written {@code 9.21 EUR/GiB}.
 *
 * @param perGib for 2^30 bytes; above 0
 * @param currency three letters, in upper case
 */
public record Price(BigDecimal perGib, String currency) {
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s*([A-Za-z]{3})/GiB");
  private static final double GIB = 1 << 30;

  public static Price parse(String text) {
    Matcher form = Words.form(text, FORM, "not a price; write one such as 9.21 EUR/GiB");
    BigDecimal perGib = new BigDecimal(form.group(1));
    if (perGib.signum() == 0) {
      throw new ConfigurationException(
          "'%s' is no price; leave out a place that costs nothing".formatted(text));
    }
    return new Price(perGib, form.group(2).toUpperCase(Locale.ROOT));
  }

  public double of(long bytes) {
    return perGib.doubleValue() * bytes / GIB;
  }

  public String text() {
    return perGib.toPlainString() + " " + currency + "/GiB";
  }
}
