package org.pmemycsb.harness.plan.settings;

import java.util.List;
import java.util.Locale;
import java.util.function.DoublePredicate;
import java.util.function.Predicate;

/**
 * The values of a key that YCSB takes for what they say. It takes {@code yes} and {@code "true "}
 * for false, for example.
 *
 * @param says what a value must be
 * @param holds whether a text is one
 */
public record PropertyValues(String says, Predicate<String> holds) {
  static final PropertyValues ANY = new PropertyValues("any text", text -> true);

  static final PropertyValues FLAG =
      new PropertyValues(
          "true or false",
          text -> List.of("true", "false").contains(text.toLowerCase(Locale.ROOT)));

  static PropertyValues word(String... words) {
    return new PropertyValues("one of " + String.join(", ", words), List.of(words)::contains);
  }

  /** A whole number as YCSB reads it, up to 2^31-1. */
  static PropertyValues whole(int least) {
    return new PropertyValues(
        "a whole number from " + least,
        text -> {
          try {
            return Integer.parseInt(text) >= least;
          } catch (NumberFormatException no) {
            return false;
          }
        });
  }

  static PropertyValues number(double least, double most) {
    return of(
        "from %s to %s".formatted(shown(least), shown(most)),
        value -> value >= least && value <= most);
  }

  static PropertyValues between(double above, double below) {
    return of(
        "above %s and below %s".formatted(shown(above), shown(below)),
        value -> value > above && value < below);
  }

  static PropertyValues upTo(double most) {
    return of("above 0, and at most " + shown(most), value -> value > 0 && value <= most);
  }

  private static String shown(double bound) {
    return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
  }

  private static PropertyValues of(String says, DoublePredicate holds) {
    return new PropertyValues(
        says,
        text -> {
          try {
            return holds.test(Double.parseDouble(text));
          } catch (NumberFormatException no) {
            return false;
          }
        });
  }
}
