package org.pmemycsb.harness.report.format;

import java.util.List;
import org.pmemycsb.harness.report.model.Chart;
import org.pmemycsb.harness.report.model.Chart.Look;
import org.pmemycsb.harness.report.model.Chart.Point;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Chart.Series;
import org.pmemycsb.harness.report.model.Chart.Span;
import org.pmemycsb.harness.report.model.Chart.Swatch;
import org.pmemycsb.harness.report.model.Figures;

/**
 * Draws a chart as SVG within a page. Colours are classes: the style sheet of the page has their
 * values for light, dark and paper. Each mark has its figure as a tooltip. The chart has a title
 * and a description for screen readers.
 */
public final class SvgChart {
  public static final int WIDTH = 480;
  public static final int HEIGHT = 290;
  private static final int LEFT = 64;
  private static final int RIGHT = 14;
  private static final int TOP = 12;
  private static final int BOTTOM = 48;
  private static final double MARK = 4.5;
  private static final int CROWDED = 8;
  private static final int LONGEST_NAME = 14;
  private static final int MARKS = 6;
  private static final int DASHES = 5;

  // In page.css: M. Okabe and K. Ito, Color Universal Design, 2008
  // (https://jfly.uni-koeln.de/color/),
  // without the yellow, which is hard to see on white.
  private static final int COLOURS = 7;

  private final Chart chart;
  private final Span across;
  private final Span upwards;
  private final StringBuilder svg = new StringBuilder();

  public SvgChart(Chart chart) {
    this.chart = chart;
    this.across = chart.across();
    this.upwards = chart.upwards();
  }

  public static String render(Chart chart) {
    SvgChart drawing = new SvgChart(chart);
    return Figures.text(
            "<svg class=\"chart\" role=\"img\" viewBox=\"0 0 %1$d %2$d\" aria-labelledby=\"%3$s-t"
                + " %3$s-d\"><title id=\"%3$s-t\">%4$s</title><desc id=\"%3$s-d\">%5$s</desc>",
            WIDTH,
            HEIGHT,
            chart.id(),
            Escape.html(chart.title()),
            Escape.html(drawing.description()))
        + drawing.draw()
        + "</svg>";
  }

  /** The entry of a series in a legend: an {@code svg} element. */
  public static String swatch(Swatch of) {
    return "<svg class=\"swatch\" viewBox=\"0 0 30 16\" aria-hidden=\"true\">"
        + sample(of)
        + "</svg>";
  }

  /** A series as its chart draws it: 30 units wide and 16 high. */
  static String sample(Swatch of) {
    Look look = of.look();
    if (of.role() == Role.BOUND) {
      return Figures.text("<path class=\"bound b%d\" d=\"M1 8H29\"/>", look.colour() % 3);
    }
    return (of.line()
            ? Figures.text(
                "<path class=\"line s%d d%d\" d=\"M1 8H29\"/>", colour(look), dashes(look))
            : "")
        + mark(look, 15, 8);
  }

  public String draw() {
    grid();
    List<Series> drawn = chart.series().stream().filter(chart::drawn).toList();
    List<Series> contenders = drawn.stream().filter(each -> each.role() == Role.CONTENDER).toList();
    drawn.stream()
        .filter(each -> each.role() == Role.BOUND)
        .forEach(each -> bound(each, contenders));
    for (int slot = 0; slot < contenders.size(); slot++) {
      series(contenders.get(slot), slot, contenders.size());
    }
    return svg.toString();
  }

  /** The values of the chart, for a screen reader. */
  public String description() {
    StringBuilder text = new StringBuilder(chart.y().label() + " over " + chart.x().label() + ".");
    for (Series series : chart.series()) {
      text.append(" ").append(series.name()).append(":");
      series.points().stream()
          .limit(CROWDED)
          .forEach(point -> text.append(" " + at(point) + " " + figure(point) + ";"));
      text.append(series.points().size() > CROWDED ? " and so on;" : "");
    }
    return text.toString();
  }

  private void grid() {
    for (Chart.Tick tick : upwards.ticks()) {
      double y = y(tick.at());
      boolean even = chart.y().scale() == Chart.Scale.RATIO && tick.at() == 1;
      String look = even ? "whisker ink" : "grid";
      add("<path class=\"%s\" d=\"M%d %.1fH%d\"/>", look, LEFT, y, WIDTH - RIGHT);
      add(
          "<text class=\"tick\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
          LEFT - 6, y + 4, tick.text());
    }
    List<Chart.Tick> ticks = across.ticks();
    for (int i = 0; i < ticks.size(); i++) {
      double x = x(ticks.get(i).at());
      // With many ticks, only every other one has its name, so that names do not overlap.
      if (ticks.size() <= CROWDED || i % 2 == 0) {
        add(
            "<text class=\"tick\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
            x,
            HEIGHT - BOTTOM + 17,
            Escape.html(Figures.shortened(ticks.get(i).text(), LONGEST_NAME)));
      }
      if (chart.overNames() && i > 0) {
        add("<path class=\"grid\" d=\"M%.1f %dV%d\"/>", x(i - 0.5), TOP, HEIGHT - BOTTOM);
      }
      if (!chart.overNames()) {
        add("<path class=\"axis\" d=\"M%.1f %dv4\"/>", x, HEIGHT - BOTTOM);
      }
    }
    add("<path class=\"axis\" d=\"M%d %dH%d\"/>", LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT);
    add(
        "<text class=\"label\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
        (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10, Escape.html(chart.x().label()));
    add(
        "<text class=\"label\" transform=\"translate(13 %.1f) rotate(-90)\""
            + " text-anchor=\"middle\">%s</text>",
        (TOP + HEIGHT - BOTTOM) / 2.0, Escape.html(chart.y().label()));
  }

  /**
   * Dots at each name stand beside those of other series, because their intervals would overlap.
   */
  private void series(Series series, int slot, int slots) {
    int every = 1;
    if (!chart.overNames()) {
      add(
          "<path class=\"line s%d d%d\" d=\"%s\"/>",
          colour(series.look()), dashes(series.look()), path(series));
      // Marks that touch each other would hide the line.
      every = (series.points().size() + CROWDED - 1) / CROWDED;
    }
    for (int i = 0; i < series.points().size(); i++) {
      Point point = series.points().get(i);
      if (i % every == 0 || !point.known()) {
        open(series, point);
        marked(series, point, chart.overNames() ? middle(point, slot, slots) : x(point.x()));
        svg.append("</g>");
      }
    }
  }

  /** A mark with its interval, or INVALID. */
  private void marked(Series series, Point point, double x) {
    if (point.known()) {
      whisker(point, x, "s" + colour(series.look()));
      svg.append(mark(series.look(), x, y(point.y())));
    } else {
      double y = HEIGHT - BOTTOM - 8.0;
      add(
          "<path class=\"invalid\" d=\"M%.1f %.1fl8 8m0 -8l-8 8\"/><text class=\"invalid-text\""
              + " transform=\"translate(%.1f %.1f) rotate(-90)\">INVALID</text>",
          x - 4, y - 4, x + 4, y - 8);
    }
  }

  /** The points, joined, with a gap at each that is INVALID. */
  private String path(Series series) {
    StringBuilder path = new StringBuilder();
    boolean joined = false;
    for (Point point : series.points()) {
      if (point.known()) {
        path.append(Figures.text("%s%.1f %.1f", joined ? "L" : "M", x(point.x()), y(point.y())));
      }
      joined = point.known();
    }
    return path.toString();
  }

  private void bound(Series series, List<Series> contenders) {
    String type = "bound b" + series.look().colour() % 3;
    if (!chart.overNames()) {
      add(
          "<g><title>%s</title><path class=\"%s\" d=\"%s\"/></g>",
          Escape.html(series.name()), type, path(series));
      return;
    }
    int slot = contenders.stream().map(Series::name).toList().indexOf(series.bounded());
    double half = slot < 0 ? 0.45 * group() : slotWidth(contenders.size()) / 2;
    for (Point point : series.points().stream().filter(Point::known).toList()) {
      double middle = slot < 0 ? x(point.x()) : middle(point, slot, contenders.size());
      open(series, point);
      add(
          "<path class=\"%s\" d=\"M%.1f %.1fH%.1f\"/></g>",
          type, middle - half, y(point.y()), middle + half);
    }
  }

  private double group() {
    return (WIDTH - LEFT - RIGHT) / (double) Math.max(1, chart.x().names().size());
  }

  private double slotWidth(int slots) {
    return Math.min(46, group() * 0.84 / slots);
  }

  private double middle(Point point, int slot, int slots) {
    return x(point.x()) + (slot - (slots - 1) / 2.0) * slotWidth(slots);
  }

  private void open(Series series, Point point) {
    add(
        "<g class=\"point\"><title>%s</title>",
        Escape.html(series.name() + ", " + at(point) + ": " + figure(point)));
  }

  private String at(Point point) {
    return across.ticks().stream()
        .filter(tick -> tick.at() == point.x())
        .map(Chart.Tick::text)
        .findFirst()
        .orElseGet(() -> Figures.trimmed(point.x()));
  }

  private static String figure(Point point) {
    if (!point.known()) {
      return "INVALID";
    }
    String figure = Figures.readable(point.y());
    return point.low().isPresent() && point.high().isPresent()
        ? "%s [%s to %s]"
            .formatted(
                figure,
                Figures.readable(point.low().getAsDouble()),
                Figures.readable(point.high().getAsDouble()))
        : figure;
  }

  private void whisker(Point point, double x, String colour) {
    if (point.low().isPresent() && point.high().isPresent()) {
      double low = y(point.low().getAsDouble());
      double high = y(point.high().getAsDouble());
      add(
          "<path class=\"whisker %s\" d=\"M%.1f %.1fV%.1fM%.1f %.1fh6M%.1f %.1fh6\"/>",
          colour, x, low, high, x - 3, low, x - 3, high);
    }
  }

  private static String mark(Look look, double x, double y) {
    double r = MARK;
    String shape =
        switch (shape(look) % MARKS) {
          case 0 ->
              Figures.text(
                  "M%.1f %.1fa%.1f %.1f 0 1 0 %.1f 0a%.1f %.1f 0 1 0 %.1f 0Z",
                  x - r, y, r, r, 2 * r, r, r, -2 * r);
          case 1 -> Figures.text("M%.1f %.1fh%.1fv%.1fh%.1fZ", x - 4, y - 4, 8.0, 8.0, -8.0);
          case 2 -> Figures.text("M%.1f %.1fl5 9h-10Z", x, y - 5.5);
          case 3 -> Figures.text("M%.1f %.1fl5.5 5.5l-5.5 5.5l-5.5 -5.5Z", x, y - 5.5);
          case 4 -> Figures.text("M%.1f %.1fl5 -9h-10Z", x, y + 5.5);
          default -> Figures.text("M%.1f %.1fh3v-3h3v3h3v3h-3v3h-3v-3h-3Z", x - 4.5, y - 1.5);
        };
    return "<path class=\"mark f" + colour(look) + "\" d=\"" + shape + "\"/>";
  }

  private static int colour(Look look) {
    return look.colour() % COLOURS;
  }

  private static int dashes(Look look) {
    return shape(look) % DASHES;
  }

  /** Databases with one colour have other shapes. */
  private static int shape(Look look) {
    return look.shape() + look.colour() / COLOURS * 2;
  }

  private double x(double value) {
    return LEFT + across.place(value) * (WIDTH - LEFT - RIGHT);
  }

  private double y(double value) {
    return HEIGHT - BOTTOM - upwards.place(value) * (HEIGHT - BOTTOM - TOP);
  }

  private void add(String format, Object... arguments) {
    svg.append(Figures.text(format, arguments));
  }
}
