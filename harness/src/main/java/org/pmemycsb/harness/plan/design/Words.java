package org.pmemycsb.harness.plan.design;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.pmemycsb.harness.ConfigurationException;

/** Reads the words and numbers of which the values of settings are made. */
public final class Words {
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s*%");

  private Words() {}

  /** The constant with this name in lower case; refuses what there is not. */
  public static <E extends Enum<E>> E named(Class<E> type, String text) {
    E[] all = type.getEnumConstants();
    return all[
        word(text, Arrays.stream(all).map(each -> each.name().toLowerCase(Locale.ROOT)).toList())];
  }

  /** The position of a word among those known; refuses another. */
  public static int word(String text, List<String> known) {
    if (!known.contains(text)) {
      throw new ConfigurationException(
          "there is no '%s'; there are: %s".formatted(text, String.join(", ", known)));
    }
    return known.indexOf(text);
  }

  /** The parts of a text; {@code refusal} says of a text of another form what it is not. */
  public static Matcher form(String text, Pattern form, String refusal) {
    Matcher parts = form.matcher(text.strip());
    if (!parts.matches()) {
      throw new ConfigurationException("'%s' is %s".formatted(text, refusal));
    }
    return parts;
  }

  /** A whole number; underscores between digits are allowed: {@code 1_000_000}. */
  public static long digits(String text) {
    try {
      return Long.parseLong(text.replace("_", ""));
    } catch (NumberFormatException no) {
      throw new ConfigurationException("'" + text + "' is not a whole number", no);
    }
  }

  /** The number, if it is in these bounds. */
  public static long inRange(long value, long least, long most) {
    if (value < least || value > most) {
      throw new ConfigurationException(
          "%d is out of range; it must be from %d to %d".formatted(value, least, most));
    }
    return value;
  }

  /** A number of a text, within bounds; {@code what} it is stands in the refusal. */
  public static double number(String what, String text, double least, double most) {
    String stripped = text.strip();
    try {
      double number = Double.parseDouble(stripped);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException no) {
      // The exception below names the text.
    }
    throw new ConfigurationException(
        "%s must be from %s to %s, not '%s'".formatted(what, plain(least), plain(most), stripped));
  }

  /** A whole number for people: {@code 1,000,000}. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** A number without needless digits: {@code 5}, {@code 0.01}. */
  public static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  /** The share of a text in percent: 0.025 of {@code 2.5%}. */
  public static double share(String text) {
    Matcher form = form(text, PERCENT, "no percentage; write 5% or 2.5%");
    return new BigDecimal(form.group(1)).movePointLeft(2).doubleValue();
  }

  /** A share in percent, as {@link #share} reads it. */
  public static String percentage(double share) {
    return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
  }

  /** Splits {@code NAME=VALUE}. */
  public static Map.Entry<String, String> pair(String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new ConfigurationException("'" + text + "' is not of the form NAME=VALUE");
    }
    return Map.entry(text.substring(0, equals), text.substring(equals + 1));
  }

  public static Map<String, String> strings(Properties properties) {
    return properties.stringPropertyNames().stream()
        .collect(Collectors.toMap(name -> name, properties::getProperty));
  }
}
