package org.pmemycsb.harness.report.format;

/** The lines that distinguish bars, cut off at the edges of the bar. */
public final class Hatch {
  private static final int STEP = 8;

  private Hatch() {}

  /**
   * The lines within a box, as data of an SVG path.
   *
   * @param pattern from 1: rising, across, falling, upright, crossed; 0 has no lines
   */
  public static String path(int pattern, double left, double top, double width, double height) {
    StringBuilder path = new StringBuilder();
    double right = left + width;
    double bottom = top + height;
    for (double at = STEP / 2.0; pattern == 2 && at < height; at += STEP) {
      line(path, left, bottom - at, right, bottom - at);
    }
    for (double at = STEP / 2.0; pattern == 4 && at < width; at += STEP) {
      line(path, left + at, top, left + at, bottom);
    }
    for (double at = STEP; at < width + height; at += STEP) {
      // A line at 45 degrees enters the box from below or from the side, and leaves it likewise.
      double low = Math.max(0, at - height);
      double high = Math.min(width, at);
      if (pattern == 1 || pattern == 5) {
        line(path, right - low, bottom - at + low, right - high, bottom - at + high);
      }
      if (pattern == 3 || pattern == 5) {
        line(path, left + low, bottom - at + low, left + high, bottom - at + high);
      }
    }
    return path.toString();
  }

  private static void line(StringBuilder path, double x1, double y1, double x2, double y2) {
    path.append(SvgChart.text("M%.1f %.1fL%.1f %.1f", x1, y1, x2, y2));
  }
}
