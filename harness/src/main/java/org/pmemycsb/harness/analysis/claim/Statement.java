package org.pmemycsb.harness.analysis.claim;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.plan.settings.Dimension;

/**
 * A claim as the parser read it; its names are not yet resolved.
 *
 * @param aggregate how one figure is chosen from several; empty if there is one
 * @param latency that it is about; empty if it is about something else
 */
record Statement(
    Optional<Aggregate> aggregate,
    Metric metric,
    Optional<LatencyFigure> latency,
    List<Side> sides,
    List<Scope> scopes,
    Range range) {

  /** Whether it includes databases that it does not name. */
  boolean isOpen() {
    return sides.stream().anyMatch(Side::ofOthers)
        || scopes.stream()
            .anyMatch(
                scope ->
                    scope.dimension == Dimension.DATABASE && scope.selection == Selection.EACH);
  }

  enum Aggregate {
    MIN,
    MAX,
    /** The mean of the two in the middle if their number is even. */
    MEDIAN,
    ALL
  }

  enum Metric {
    RATIO("a ratio is how many times", "times"),
    FASTER("'faster' is in percent", "%"),
    /** In the unit of the experiment. */
    THROUGHPUT("a throughput is operations per second", ""),
    /** A percentile. */
    LATENCY("a latency is in microseconds", "µs"),
    /** The highest rate that holds the experiment's goal for the latency. */
    CAPACITY("a capacity is operations per second", ""),
    /** As the ledger counts them. */
    FENCES("fences are a number for each operation", "fences for each operation");

    static final List<Metric> BY_NAME = List.of(RATIO, FASTER, THROUGHPUT, CAPACITY, FENCES);

    final String explanation;
    final String unit;

    Metric(String explanation, String unit) {
      this.explanation = explanation;
      this.unit = unit;
    }

    boolean compares() {
      return this == RATIO || this == FASTER;
    }

    double scaled(double figure) {
      return this == FASTER ? 100 * (figure - 1) : figure;
    }

    String shown(double figure) {
      return String.format(
          Locale.ROOT,
          switch (this) {
            case THROUGHPUT -> figure < 100 ? "%.1f" : "%,.0f";
            case CAPACITY -> "%,.0f";
            case FASTER, FENCES -> "%.1f";
            case LATENCY -> figure < 10 ? "%.2f" : figure < 100 ? "%.1f" : "%,.0f";
            // Near 1, small differences matter.
            case RATIO ->
                figure < 2 ? "%.3f" : figure < 10 ? "%.2f" : figure < 100 ? "%.1f" : "%.0f";
          },
          figure);
    }
  }

  record Name(String text, int offset) {}

  enum Who {
    NAMED,
    /** Each database of a scope. */
    BOUND,
    /** The fastest of some databases. */
    BEST,
    /** The slowest of some databases. */
    WORST
  }

  /**
   * @param names of databases: one, several to choose from, or none
   */
  record Side(Who who, List<Name> names, Map<Dimension, Name> at, int offset) {
    /** Whether it chooses from all databases that the other side does not name. */
    boolean ofOthers() {
      return who != Who.BOUND && names.isEmpty();
    }
  }

  enum Selection {
    EACH,
    IN,
    FROM_TO
  }

  record Scope(Dimension dimension, Selection selection, List<Name> values, int offset) {}

  /** The range of a figure that satisfies the statement, in the unit of the figure. */
  record Range(double low, boolean withLow, double high, boolean withHigh) {
    boolean isBelow(double figure) {
      return withLow ? figure < low : figure <= low;
    }

    boolean isAbove(double figure) {
      return withHigh ? figure > high : figure >= high;
    }
  }
}
