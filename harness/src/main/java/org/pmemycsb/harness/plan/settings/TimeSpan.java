package org.pmemycsb.harness.plan.settings;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.Words;

/**
 * Times as people write them: {@code 500ms}, {@code 5s}, {@code 10min}, {@code 1h}; {@code none} is
 * zero.
 */
public final class TimeSpan {
  static final String NONE = "none";
  private static final Pattern FORM = Pattern.compile("(-?\\d{1,18})\\s*(ms|s|min|h)");
  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "min", 60_000L, "h", 3_600_000L);
  private static final Duration MOST = Duration.ofDays(30);

  private TimeSpan() {}

  /**
   * @throws ConfigurationException if the text is no time, or one that {@link #checked} refuses;
   *     zero is refused unless it is written {@code none}
   */
  public static Duration parse(String text) {
    if (text.equals(NONE)) {
      return Duration.ZERO;
    }
    Matcher form = Words.form(text, FORM, "not a time; write a whole number with ms, s, min or h");
    long number = Long.parseLong(form.group(1));
    long unit = MILLIS.get(form.group(2));
    if (number <= 0 || number > MOST.toMillis() / unit) {
      throw outOfRange(text);
    }
    return Duration.ofMillis(number * unit);
  }

  /** The time in whole milliseconds; refuses one that is below 1 ms and not zero, or too long. */
  static Duration checked(Duration time) {
    if (time.isNegative() || !time.isZero() && time.toMillis() == 0 || time.compareTo(MOST) > 0) {
      throw outOfRange(time.toString());
    }
    return Duration.ofMillis(time.toMillis());
  }

  private static ConfigurationException outOfRange(String text) {
    return new ConfigurationException(
        "%s is out of range; it must be from 1ms to %dh".formatted(text, MOST.toHours()));
  }

  /** The time in the largest unit that divides it, as {@link #parse} reads it. */
  public static String format(Duration time) {
    if (time.isZero()) {
      return NONE;
    }
    long millis = time.toMillis();
    for (String unit : List.of("h", "min", "s")) {
      if (millis % MILLIS.get(unit) == 0) {
        return millis / MILLIS.get(unit) + unit;
      }
    }
    return millis + "ms";
  }
}
