package org.pmemycsb.harness.analysis.claim;

import java.util.List;
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

  enum Aggregate {
    MIN,
    MAX,
    /** The mean of the two in the middle if their number is even. */
    MEDIAN,
    ALL
  }

  enum Metric {
    RATIO("a ratio is how many times"),
    FASTER("'faster' is in percent"),
    THROUGHPUT("a throughput is operations per second"),
    /** A percentile in microseconds. */
    LATENCY("a latency is in microseconds"),
    /** The highest rate that holds the experiment's goal for the latency. */
    CAPACITY("a capacity is operations per second"),
    /** Fences for each operation, as the ledger counts them. */
    FENCES("fences are a number for each operation");

    final String unit;

    Metric(String unit) {
      this.unit = unit;
    }

    boolean compares() {
      return this == RATIO || this == FASTER;
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

  /** The syntax of the values of a scope. */
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
