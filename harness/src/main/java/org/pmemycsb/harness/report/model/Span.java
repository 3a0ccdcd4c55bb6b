package org.pmemycsb.harness.report.model;

import java.util.ArrayList;
import java.util.List;

/**
 * The range of an axis, with its ticks.
 *
 * @param from value at its begin
 * @param to value at its end, above {@code from}
 * @param log whether it is logarithmic
 */
public record Span(double from, double to, boolean log, List<Chart.Tick> ticks) {
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
  public static Span of(Chart.Axis axis, double low, double high) {
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
    List<Chart.Tick> ticks = new ArrayList<>();
    for (int i = 0; i <= steps; i++) {
      ticks.add(new Chart.Tick(i * step, Figures.brief(i * step)));
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
    List<Chart.Tick> ticks = new ArrayList<>();
    for (int power = first; power <= last; power += every) {
      double at = Math.pow(10, power);
      ticks.add(new Chart.Tick(at, Figures.brief(at)));
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

  private static List<Chart.Tick> ticks(Span span, double[] withinDecade) {
    List<Chart.Tick> ticks = new ArrayList<>();
    for (int power = (int) Math.floor(Math.log10(span.from));
        Math.pow(10, power) <= span.to;
        power++) {
      for (double factor : withinDecade) {
        // A division is exact where a product is not: 0.3.
        double at = power < 0 ? factor / Math.pow(10, -power) : factor * Math.pow(10, power);
        if (at >= span.from && at <= span.to) {
          ticks.add(new Chart.Tick(at, Figures.readable(at)));
        }
      }
    }
    return ticks;
  }

  // Some room at both ends, so that no mark lies on the frame.
  private static Span named(List<Chart.Tick> names) {
    double low = names.stream().mapToDouble(Chart.Tick::at).min().orElse(1);
    double high = names.stream().mapToDouble(Chart.Tick::at).max().orElse(1);
    double room = Math.max(1.1, Math.pow(high / low, 0.05));
    return new Span(low / room, high * room, true, names);
  }
}
