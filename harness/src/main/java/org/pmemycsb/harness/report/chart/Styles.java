package org.pmemycsb.harness.report.chart;

import java.util.List;

/**
 * Distinguishes series by colour, mark and dashes. Marks and dashes help readers who do not see the
 * colours, and on paper without colours.
 *
 * <p>The colours are those of M. Okabe and K. Ito, Color Universal Design, 2008
 * (https://jfly.uni-koeln.de/color/), without the yellow, which is hard to see on white. The
 * numbers of marks and colours differ, so that a pair of the two repeats late.
 */
final class Styles {
  static final List<String> COLOURS =
      List.of("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#000000");
  static final int MARKS = 6;
  static final int DASHES = 5;

  private Styles() {}

  static int colour(int style) {
    return style % COLOURS.size();
  }

  static int mark(int style) {
    return style % MARKS;
  }

  static int dashes(int style) {
    return style % DASHES;
  }
}
