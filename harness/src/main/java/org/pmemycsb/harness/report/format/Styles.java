package org.pmemycsb.harness.report.format;

import java.util.List;

/**
 * Distinguishes series by colour, mark and dashes. Marks and dashes help readers who do not see the
 * colours, and on paper without colours.
 *
 * <p>The colours are those of M. Okabe and K. Ito, Color Universal Design, 2008
 * (https://jfly.uni-koeln.de/color/), without the yellow, which is hard to see on white. The
 * numbers of marks and colours differ, so that a pair of the two repeats late.
 */
public final class Styles {
  public static final List<String> COLOURS =
      List.of("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#000000");
  public static final int MARKS = 6;
  public static final int DASHES = 5;

  private Styles() {}

  public static int colour(int style) {
    return style % COLOURS.size();
  }

  public static int mark(int style) {
    return style % MARKS;
  }

  public static int dashes(int style) {
    return style % DASHES;
  }
}
