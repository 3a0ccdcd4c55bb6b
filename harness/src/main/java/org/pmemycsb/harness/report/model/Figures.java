package org.pmemycsb.harness.report.model;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import org.pmemycsb.harness.statistics.Estimate;

/** Formats numbers for people, with a decimal point in every locale. */
public final class Figures {
  private static final String UNITS = " kMG";

  private Figures() {}

  /** A text in which numbers have a decimal point in every locale. */
  public static String text(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  /** Whole, in groups of three digits: {@code 1,234,568}. */
  public static String grouped(double figure) {
    return text("%,.0f", figure);
  }

  /** A share: {@code 12 %}. */
  public static String percent(double share) {
    return text("%.0f %%", 100 * share);
  }

  /** From 100 whole, in groups of three digits; below with three significant digits. */
  public static String readable(double figure) {
    return figure >= 100 ? grouped(figure) : trimmed(figure);
  }

  /** From 100 whole, in groups of three digits; below with two decimals. */
  public static String hundredths(double figure) {
    return figure >= 100 ? grouped(figure) : text("%.2f", figure);
  }

  /** For an axis: {@code 250}, {@code 40 k}, {@code 1.5 M}, {@code 0.25}. */
  public static String brief(double figure) {
    double size = Math.abs(figure);
    if (size >= 1e9) {
      return trimmed(figure / 1e9) + " G";
    }
    if (size >= 1e6) {
      return trimmed(figure / 1e6) + " M";
    }
    return size >= 1e4 ? trimmed(figure / 1e3) + " k" : trimmed(figure);
  }

  /** From low to high with three significant digits: {@code 17.4-35.8k}, {@code 980k-1.20M}. */
  public static String range(double low, double high) {
    String from = short3(low);
    String to = short3(high);
    String unit = to.replaceAll("[0-9.]", "");
    // A common unit is written once.
    return (from.endsWith(unit) ? from.substring(0, from.length() - unit.length()) : from)
        + "-"
        + to;
  }

  /** Both ends of an interval; empty if there is none. */
  public static Optional<String> interval(
      Estimate known, DoubleFunction<String> figure, String between) {
    return known.low().isPresent() && known.high().isPresent()
        ? Optional.of(
            figure.apply(known.low().getAsDouble())
                + between
                + figure.apply(known.high().getAsDouble()))
        : Optional.empty();
  }

  private static String short3(double figure) {
    BigDecimal rounded = new BigDecimal(figure).round(new MathContext(3));
    int power = rounded.signum() == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
    int unit = Math.max(0, Math.min(power / 3, UNITS.length() - 1));
    return rounded
            .movePointLeft(3 * unit)
            .setScale(Math.max(0, 2 + 3 * unit - power), RoundingMode.HALF_EVEN)
            .toPlainString()
        + UNITS.substring(unit, unit + 1).strip();
  }

  /** Three significant digits, without trailing zeros. */
  public static String trimmed(double figure) {
    double size = Math.abs(figure);
    int digits = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    String text = text("%." + digits + "f", figure);
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }

  /** At most so many characters of a text. */
  public static String shortened(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "…";
  }

  /** The text with a capital at its begin. */
  public static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /** A ratio with two significant digits; near 1, where 1.04 and 0.96 differ, with three. */
  public static String factor(double ratio) {
    String format = ratio >= 10 ? "%,.0f" : ratio >= 2 ? "%.1f" : ratio >= 0.1 ? "%.2f" : "%.2g";
    return text(format, ratio);
  }

  public static String factor(OptionalDouble ratio) {
    return factor(ratio.getAsDouble());
  }
}
