package org.pmemycsb.harness.report.model;

import java.util.ArrayList;
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

  /**
   * The range of an axis, with its ticks.
   *
   * @param from value at its begin
   * @param to value at its end, above {@code from}
   * @param log whether it is logarithmic
   */
  public record Span(double from, double to, boolean log, List<Tick> ticks) {
    private static final int WANTED_TICKS = 5;
    private static final int MOST_TICKS = 8;

    // From fine to coarse: the ticks within a decade.
    private static final double[][] WITHIN_DECADE = {
      {1, 1.2, 1.5, 2, 3, 4, 5, 6, 7, 8, 9}, {1, 2, 5}, {1}
    };

    // The least range of ratios, so that a ratio near 1 looks like one.
    private static final double SLOWER = 0.7;
    private static final double FASTER = 1.4;

    /** The axis that shows values from {@code low} to {@code high}. */
    public static Span of(Axis axis, double low, double high) {
      return switch (axis.scale()) {
        case CATEGORIES -> new Span(-0.5, axis.names().size() - 0.5, false, axis.names());
        case LINEAR -> linear(high);
        case LOG -> decades(low, high);
        case RATIO -> ratios(low, high);
        case LOG_NAMED -> named(axis.names());
      };
    }

    /** The position of a value, from 0 to 1. */
    public double place(double value) {
      double place =
          log ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
      return Math.max(0, Math.min(1, place));
    }

    private static Span linear(double high) {
      double reach = high > 0 ? high : 1;
      double power = Math.pow(10, Math.floor(Math.log10(reach / WANTED_TICKS)));
      double step = power;
      for (double factor : new double[] {1, 2, 2.5, 5, 10}) {
        step = factor * power;
        if (reach / step <= WANTED_TICKS) {
          break;
        }
      }
      int steps = (int) Math.ceil(reach / step - 1e-9);
      List<Tick> ticks = new ArrayList<>();
      for (int i = 0; i <= steps; i++) {
        ticks.add(new Tick(i * step, Figures.brief(i * step)));
      }
      return new Span(0, steps * step, false, ticks);
    }

    private static Span decades(double low, double high) {
      int first = (int) Math.floor(Math.log10(low));
      int last = (int) Math.ceil(Math.log10(high));
      if (last <= first) {
        last = first + 1;
      }
      int every = Math.max(1, (last - first + WANTED_TICKS) / (WANTED_TICKS + 1));
      List<Tick> ticks = new ArrayList<>();
      for (int power = first; power <= last; power += every) {
        double at = Math.pow(10, power);
        ticks.add(new Tick(at, Figures.brief(at)));
      }
      return new Span(Math.pow(10, first), Math.pow(10, last), true, ticks);
    }

    private static Span ratios(double low, double high) {
      double from = Math.min(low, SLOWER);
      double to = Math.max(high, FASTER);
      double room = Math.pow(to / from, 0.05);
      Span span = new Span(from / room, to * room, true, List.of());
      for (double[] each : WITHIN_DECADE) {
        span = new Span(span.from, span.to, true, ticks(span, each));
        if (span.ticks.size() <= MOST_TICKS) {
          break;
        }
      }
      return span;
    }

    private static List<Tick> ticks(Span span, double[] withinDecade) {
      List<Tick> ticks = new ArrayList<>();
      for (int power = (int) Math.floor(Math.log10(span.from));
          Math.pow(10, power) <= span.to;
          power++) {
        for (double factor : withinDecade) {
          // A division is exact where a product is not: 0.3.
          double at = power < 0 ? factor / Math.pow(10, -power) : factor * Math.pow(10, power);
          if (at >= span.from && at <= span.to) {
            ticks.add(new Tick(at, Figures.readable(at)));
          }
        }
      }
      return ticks;
    }

    // Some room at both ends, so that no mark lies on the frame.
    private static Span named(List<Tick> names) {
      double low = names.stream().mapToDouble(Tick::at).min().orElse(1);
      double high = names.stream().mapToDouble(Tick::at).max().orElse(1);
      double room = Math.max(1.1, Math.pow(high / low, 0.05));
      return new Span(low / room, high * room, true, names);
    }
  }
}
