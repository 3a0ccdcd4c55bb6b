package org.pmemycsb.harness.report.model;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * A chart without any format.
 *
 * @param id names the chart within a report: lower-case letters, digits, hyphens
 * @param title what it shows, and under which conditions
 * @param series in the order of the legend
 * @param caption conditions of all charts of a report, in smaller letters; empty for none
 */
public record Chart(String id, String title, Axis x, Axis y, List<Series> series, String caption) {
  public Chart {
    series = List.copyOf(series);
  }

  public Chart(String id, String title, Axis x, Axis y, List<Series> series) {
    this(id, title, x, y, series, "");
  }

  public Chart with(Series other) {
    return new Chart(
        id, title, x, y, Stream.concat(series.stream(), Stream.of(other)).toList(), caption);
  }

  public Chart captioned(String text) {
    return new Chart(id, title, x, y, series, text);
  }

  /**
   * Whether its positions are names. Such a chart has dots beside each other; others have lines
   * through dots at their values.
   */
  public boolean overNames() {
    return x.scale() == Scale.CATEGORIES;
  }

  public enum Scale {
    /** The positions 0, 1, 2 ... each with a name. */
    CATEGORIES,
    LINEAR,
    /** Decades; all values are above 0. */
    LOG,
    /** Of ratios: logarithmic, with 1 on the axis. */
    RATIO,
    /** Named positions, at the distances of their logarithms. */
    LOG_NAMED
  }

  /**
   * @param label with the unit
   * @param names of {@link Scale#CATEGORIES} in their order, or of the values of {@link
   *     Scale#LOG_NAMED}; empty otherwise
   */
  public record Axis(String label, Scale scale, List<Tick> names) {
    public Axis {
      names = List.copyOf(names);
    }

    /** Of categories: their names, at 0, 1, 2 ... */
    public static Axis of(String label, List<String> names) {
      return new Axis(
          label,
          Scale.CATEGORIES,
          IntStream.range(0, names.size()).mapToObj(i -> new Tick(i, names.get(i))).toList());
    }

    /** Of values from the least to the largest, each with its name. */
    public static Axis of(String label, LongStream values, LongFunction<String> name) {
      return new Axis(
          label,
          Scale.LOG_NAMED,
          values.distinct().sorted().mapToObj(at -> new Tick(at, name.apply(at))).toList());
    }

    public static Axis linear(String label) {
      return new Axis(label, Scale.LINEAR, List.of());
    }

    public static Axis log(String label) {
      return new Axis(label, Scale.LOG, List.of());
    }
  }

  public record Tick(double at, String text) {}

  public enum Role {
    CONTENDER,
    /** A limit of the others, drawn as a thin line. */
    BOUND
  }

  /**
   * How a series is told from others.
   *
   * @param colour of the database, from 0; bounds are numbered apart
   * @param shape of its place and all else, from 0: marks and dashes
   */
  public record Look(int colour, int shape) {}

  /**
   * The symbol of a series beside its name.
   *
   * @param line whether its marks are joined
   */
  public record Swatch(boolean line, Role role, Look look) {}

  /**
   * The points of one database.
   *
   * @param look the same for the same database and place in all charts of a report
   * @param bounded of a bound: the name of the only series that it bounds; empty for all
   */
  public record Series(String name, Role role, Look look, List<Point> points, String bounded) {
    public Series {
      points = List.copyOf(points);
    }

    public Series(String name, Role role, Look look, List<Point> points) {
      this(name, role, look, points, "");
    }
  }

  /**
   * @param y NaN is drawn as INVALID
   * @param low lower end of the 95 % interval
   * @param high upper end of it
   */
  public record Point(double x, double y, OptionalDouble low, OptionalDouble high) {
    public static Point of(double x, double y) {
      return new Point(x, y, OptionalDouble.empty(), OptionalDouble.empty());
    }

    public static Point of(double x, Estimate known) {
      return new Point(x, known.figure(), known.low(), known.high());
    }

    public static Point invalid(double x) {
      return of(x, Double.NaN);
    }

    public boolean known() {
      return !Double.isNaN(y);
    }
  }

  // A higher bound would flatten the contenders.
  private static final double FAR = 1.5;
  private static final double FAR_ON_LOG = 5;

  /** The caption, with the bounds that are too far away to be drawn on this axis. */
  public String remark() {
    String hidden =
        series.stream()
            .filter(each -> !drawn(each))
            .map(Series::name)
            .collect(Collectors.joining(", "));
    return caption + (hidden.isEmpty() ? "" : ". Far above, and not drawn: " + hidden);
  }

  public Swatch swatch(Series one) {
    return new Swatch(!overNames(), one.role(), one.look());
  }

  public boolean drawn(Series one) {
    double far = y.scale() == Scale.LINEAR ? FAR : FAR_ON_LOG;
    return one.role() == Role.CONTENDER
        || values(Stream.of(one)).getMax()
            <= far * values(series.stream().filter(each -> each.role() == Role.CONTENDER)).getMax();
  }

  /** Least and largest value, ends of intervals included. */
  private static DoubleSummaryStatistics values(Stream<Series> series) {
    return series
        .flatMap(each -> each.points().stream())
        .filter(Point::known)
        .flatMapToDouble(
            point ->
                DoubleStream.of(
                    point.low().orElse(point.y()), point.y(), point.high().orElse(point.y())))
        .summaryStatistics();
  }

  public Span across() {
    DoubleSummaryStatistics all =
        series.stream()
            .flatMap(each -> each.points().stream())
            .mapToDouble(Point::x)
            .summaryStatistics();
    return Span.of(x, all.getMin(), all.getMax());
  }

  public Span upwards() {
    DoubleSummaryStatistics all = values(series.stream().filter(this::drawn));
    return all.getCount() == 0 ? Span.of(y, 1, 10) : Span.of(y, all.getMin(), all.getMax());
  }
}
