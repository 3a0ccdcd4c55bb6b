package org.pmemycsb.harness.report.chart;

import java.util.Locale;

/** Numbers as people read them; always with a dot, whatever the locale. */
public final class Figures {
  private Figures() {}

  /** Whole, in groups of three digits: {@code 1,234,568}. */
  public static String grouped(double figure) {
    return String.format(Locale.ROOT, "%,.0f", figure);
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

  /** Three digits that count, without zeros at the end. */
  public static String trimmed(double figure) {
    double size = Math.abs(figure);
    int digits = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    String text = String.format(Locale.ROOT, "%." + digits + "f", figure);
    return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
  }
}
