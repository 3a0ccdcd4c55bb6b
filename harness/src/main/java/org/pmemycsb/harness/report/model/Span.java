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

  /** The axis that shows values from {@code low} to {@code high}. */
  public static Span of(Chart.Axis axis, double low, double high) {
    return switch (axis.scale()) {
      case CATEGORIES -> new Span(-0.5, axis.names().size() - 0.5, false, axis.names());
      case LINEAR -> linear(high);
      case LOG -> decades(low, high);
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

  // Some room at both ends, so that no mark lies on the frame.
  private static Span named(List<Chart.Tick> names) {
    double low = names.stream().mapToDouble(Chart.Tick::at).min().orElse(1);
    double high = names.stream().mapToDouble(Chart.Tick::at).max().orElse(1);
    double room = Math.max(1.1, Math.pow(high / low, 0.05));
    return new Span(low / room, high * room, true, names);
  }
}
