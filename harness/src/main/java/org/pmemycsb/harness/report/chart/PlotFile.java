package org.pmemycsb.harness.report.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.pmemycsb.harness.report.chart.Chart.Kind;
import org.pmemycsb.harness.report.chart.Chart.Point;
import org.pmemycsb.harness.report.chart.Chart.Role;
import org.pmemycsb.harness.report.chart.Chart.Scale;
import org.pmemycsb.harness.report.chart.Chart.Series;

/** Draws a chart as a file to be put into a paper: dark on white, with its legend. */
public final class PlotFile {
  private static final int WIDTH = 760;
  private static final int HEIGHT = 460;
  private static final Color INK = new Color(0x1b1f24);
  private static final Color GREY = new Color(0x6b7280);
  private static final Color LINE = new Color(0xd0d7de);
  // What the axis across has not of the width.
  private static final int MARGIN = 80;
  private static final double GROUP = 0.84;
  private static final Marker[] MARKS = {
    SeriesMarkers.CIRCLE,
    SeriesMarkers.SQUARE,
    SeriesMarkers.TRIANGLE_UP,
    SeriesMarkers.DIAMOND,
    SeriesMarkers.TRIANGLE_DOWN,
    SeriesMarkers.CROSS
  };
  private static final float[][] DASHES = {null, {8, 4}, {2, 3}, {9, 3, 2, 3}, {14, 4}};

  private final Chart chart;
  private final XYChart plot;
  private final Span upwards;

  private PlotFile(Chart chart) {
    this.chart = chart;
    this.upwards = chart.upwards();
    this.plot =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(chart.title())
            .xAxisTitle(chart.x().label())
            .yAxisTitle(chart.y().label())
            .build();
  }

  /** As SVG. */
  public static String svg(Chart chart) throws IOException {
    return new String(
        ChartEncoder.getBytes(new PlotFile(chart).draw(), "svg"), StandardCharsets.UTF_8);
  }

  /** As PNG. */
  public static byte[] png(Chart chart) throws IOException {
    return ChartEncoder.getBytes(new PlotFile(chart).draw(), "png");
  }

  private XYChart draw() {
    style();
    List<Series> drawn = chart.series().stream().filter(chart::drawn).toList();
    List<Series> contenders = drawn.stream().filter(each -> each.role() == Role.CONTENDER).toList();
    for (int slot = 0; slot < contenders.size(); slot++) {
      contender(contenders.get(slot), slot, contenders.size());
    }
    drawn.stream().filter(each -> each.role() == Role.BOUND).forEach(this::bound);
    return plot;
  }

  private void style() {
    XYStyler style = plot.getStyler();
    style.setLocale(Locale.ROOT);
    style.setChartBackgroundColor(Color.WHITE);
    style.setChartFontColor(INK);
    style.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 15));
    style.setPlotBorderVisible(false);
    style.setPlotGridLinesColor(LINE);
    style.setPlotGridVerticalLinesVisible(false);
    style.setAxisTicksMarksVisible(false);
    style.setAxisTickLabelsColor(INK);
    style.setLegendPosition(Styler.LegendPosition.OutsideS);
    style.setLegendLayout(Styler.LegendLayout.Horizontal);
    style.setLegendBorderColor(Color.WHITE);
    style.setMarkerSize(9);
    style.setYAxisLogarithmic(upwards.log());
    style.setYAxisMin(upwards.from());
    style.setYAxisMax(upwards.to());
    style.setYAxisTickLabelsFormattingFunction(Figures::brief);
    if (named()) {
      // The library places ticks where it likes, as dense as it is told: at whole numbers.
      int places = chart.x().names().size() + 1;
      style.setXAxisMin(0.0);
      style.setXAxisMax((double) places);
      style.setXAxisTickMarkSpacingHint((int) (0.8 * (WIDTH - MARGIN) / places));
      style.setXAxisTickLabelsFormattingFunction(this::name);
    } else {
      style.setXAxisMin(0.0);
      style.setXAxisTickLabelsFormattingFunction(Figures::brief);
    }
  }

  private boolean named() {
    return chart.x().scale() == Scale.CATEGORIES || chart.x().scale() == Scale.LOG_NAMED;
  }

  // Equal labels make the library look for other places; so the nameless get blanks, each its own.
  private String name(double at) {
    int place = (int) Math.round(at);
    return place >= 1 && place <= chart.x().names().size()
        ? chart.x().names().get(place - 1).text()
        : " ".repeat(1 + Math.max(0, place));
  }

  /** Named places stand at equal distances. */
  private double place(Point point) {
    if (!named()) {
      return point.x();
    }
    List<Chart.Tick> names = chart.x().names();
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).at() == point.x()) {
        return i + 1;
      }
    }
    throw new IllegalArgumentException("no place on the axis: " + point.x());
  }

  private void contender(Series series, int slot, int slots) {
    Color colour = Color.decode(Styles.COLOURS.get(Styles.colour(series.style())));
    double width = GROUP / slots;
    double offset = chart.kind() == Kind.LINES ? 0 : (slot - (slots - 1) / 2.0) * width;
    List<double[]> marks = new ArrayList<>();
    List<double[]> bars = new ArrayList<>();
    List<double[]> whiskers = new ArrayList<>();
    for (Point point : series.points()) {
      double x = place(point) + offset;
      if (!point.known()) {
        plot.addAnnotation(new AnnotationText("INVALID", x, bottom(), false));
        marks.add(new double[] {x, Double.NaN});
        continue;
      }
      marks.add(new double[] {x, point.y()});
      bars.addAll(box(x - 0.45 * width, x + 0.45 * width, point.y()));
      if (point.low().isPresent() && point.high().isPresent()) {
        whiskers.add(new double[] {x, Math.max(upwards.from(), point.low().getAsDouble())});
        whiskers.add(new double[] {x, point.high().getAsDouble()});
        whiskers.add(new double[] {x, Double.NaN});
      }
    }
    if (chart.kind() == Kind.BARS) {
      add(series.name(), bars)
          .ifPresent(
              drawn -> {
                drawn.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.PolygonArea);
                drawn.setFillColor(colour);
                drawn.setLineColor(colour);
                drawn.setMarker(SeriesMarkers.NONE);
              });
    } else {
      add(series.name(), marks)
          .ifPresent(
              drawn -> {
                drawn.setMarker(MARKS[Styles.mark(series.style())]);
                drawn.setMarkerColor(colour);
                drawn.setLineColor(colour);
                if (chart.kind() == Kind.DOTS) {
                  drawn.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
                } else {
                  drawn.setLineStyle(stroke(2, DASHES[Styles.dashes(series.style())]));
                }
              });
    }
    add(series.name() + " interval", whiskers)
        .ifPresent(
            drawn -> {
              drawn.setShowInLegend(false);
              drawn.setMarker(SeriesMarkers.NONE);
              drawn.setLineColor(chart.kind() == Kind.BARS ? INK : colour);
              drawn.setLineStyle(stroke(1.5f, null));
            });
  }

  private static List<double[]> box(double left, double right, double top) {
    return List.of(
        new double[] {left, 0},
        new double[] {left, top},
        new double[] {right, top},
        new double[] {right, 0},
        new double[] {right, Double.NaN});
  }

  private double bottom() {
    return upwards.log()
        ? upwards.from() * Math.pow(upwards.to() / upwards.from(), 0.03)
        : upwards.to() * 0.03;
  }

  private void bound(Series series) {
    List<double[]> line = new ArrayList<>();
    for (Point point : series.points().stream().filter(Point::known).toList()) {
      double x = place(point);
      if (chart.kind() == Kind.LINES) {
        line.add(new double[] {x, point.y()});
      } else {
        line.add(new double[] {x - GROUP / 2, point.y()});
        line.add(new double[] {x + GROUP / 2, point.y()});
        line.add(new double[] {x, Double.NaN});
      }
    }
    add(series.name(), line)
        .ifPresent(
            drawn -> {
              drawn.setMarker(SeriesMarkers.NONE);
              drawn.setLineColor(GREY);
              drawn.setLineStyle(stroke(2, DASHES[1 + series.style() % 3]));
            });
  }

  private Optional<XYSeries> add(String name, List<double[]> points) {
    if (points.stream().noneMatch(point -> !Double.isNaN(point[1]))) {
      return Optional.empty();
    }
    return Optional.of(
        plot.addSeries(
            name,
            points.stream().mapToDouble(point -> point[0]).toArray(),
            points.stream().mapToDouble(point -> point[1]).toArray()));
  }

  private static BasicStroke stroke(float width, float[] dashes) {
    return new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dashes, 0);
  }
}
