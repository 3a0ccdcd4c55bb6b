package org.pmemycsb.harness.report.format;

import java.util.List;
import org.pmemycsb.harness.report.model.Chart.Look;

/**
 * Draws a {@link Look}: a colour for the database, mark and dashes for the place.
 *
 * <p>The colours are those of M. Okabe and K. Ito, Color Universal Design, 2008
 * (https://jfly.uni-koeln.de/color/), without the yellow, which is hard to see on white.
 */
public final class Styles {
  public static final List<String> COLOURS =
      List.of("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#000000");
  private static final int MARKS = 6;
  private static final int DASHES = 5;

  private Styles() {}

  public static int colour(Look look) {
    return look.colour() % COLOURS.size();
  }

  public static int mark(Look look) {
    return shape(look) % MARKS;
  }

  public static int dashes(Look look) {
    return shape(look) % DASHES;
  }

  /** Databases with one colour have other shapes. */
  private static int shape(Look look) {
    return look.shape() + look.colour() / COLOURS.size() * 2;
  }
}
