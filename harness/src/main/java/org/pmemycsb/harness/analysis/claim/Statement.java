package org.pmemycsb.harness.analysis.claim;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.plan.settings.Dimension;

/**
 * A claim as the parser read it; its names are not yet resolved.
 *
 * @param latency that it is about; empty if it is about something else
 */
record Statement(
    Aggregate aggregate,
    Metric metric,
    Optional<LatencyFigure> latency,
    List<Side> sides,
    List<Scope> scopes,
    Range range) {

  /** How one figure is chosen from several. */
  enum Aggregate {
    NONE,
    MIN,
    MAX,
    MEDIAN,
    ALL
  }

  enum Metric {
    RATIO,
    FASTER,
    THROUGHPUT,
    /** A percentile in microseconds. */
    LATENCY,
    /** The highest rate that holds the experiment's goal for the latency. */
    CAPACITY,
    /** Fences for each operation, as the ledger counts them. */
    FENCES
  }

  record Name(String text, int offset) {}

  sealed interface Who {}

  record Named(Name name) implements Who {}

  /** Each database of a scope. */
  record Bound() implements Who {}

  /** The fastest or slowest of some databases, or of all others if none is named. */
  record Pick(boolean best, List<Name> names) implements Who {}

  record Side(Who who, Map<Dimension, Name> at, int offset) {}

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
