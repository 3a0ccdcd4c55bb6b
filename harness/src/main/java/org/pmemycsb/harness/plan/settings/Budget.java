package org.pmemycsb.harness.plan.settings;

import java.time.Duration;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.plan.design.Words;

/**
 * The time for more rounds of runs, and the precision at which they end earlier: {@code 30min}, or
 * {@code 30min:5%}. Immutable.
 *
 * @param time from the start of the runs; zero if the number of runs is fixed
 * @param precision half the width of a 95 % interval over its median, from 0.001 to 1; 0 if time
 *     alone ends the rounds
 */
public record Budget(Duration time, double precision) {
  public static final Budget NONE = new Budget(Duration.ZERO, 0);

  private static final double LEAST = 0.001;

  /** Refuses a precision that is out of range, or without a time. */
  public Budget {
    time = TimeSpan.checked(time);
    if (precision != 0 && (precision < LEAST || precision > 1)) {
      throw new ConfigurationException(
          "%s is out of range; it must be from %s to 100%%"
              .formatted(Words.percentage(precision), Words.percentage(LEAST)));
    }
    if (precision > 0 && time.isZero()) {
      throw new ConfigurationException("a precision needs a time; write one such as 30min:5%");
    }
  }

  public static Budget of(Duration time) {
    return new Budget(time, 0);
  }

  /**
   * @throws ConfigurationException if the text is no budget
   */
  public static Budget parse(String text) {
    String[] parts = text.split(":", 2);
    return new Budget(
        TimeSpan.parse(parts[0].strip()), parts.length == 1 ? 0 : Words.share(parts[1].strip()));
  }

  /** For the report: the number of runs of each combination, of which so many are made anyway. */
  String words(int repeats) {
    if (time.isZero()) {
      return Integer.toString(repeats);
    }
    String whole = TimeSpan.format(time);
    return precision == 0
        ? "as many rounds as fit in %s, at least %d".formatted(whole, repeats)
        : "%d and more, until intervals are ±%s of the median, for at most %s"
            .formatted(repeats, Words.percentage(precision), whole);
  }

  public String text() {
    String whole = TimeSpan.format(time);
    return precision == 0 ? whole : whole + ":" + Words.percentage(precision);
  }
}
