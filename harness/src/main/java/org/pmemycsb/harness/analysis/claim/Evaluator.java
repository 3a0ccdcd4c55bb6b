package org.pmemycsb.harness.analysis.claim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.pmemycsb.harness.analysis.claim.Statement.Aggregate;
import org.pmemycsb.harness.analysis.claim.Statement.Metric;
import org.pmemycsb.harness.analysis.claim.Statement.Range;
import org.pmemycsb.harness.plan.design.ClaimText;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.result.SourcedValue;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.harness.statistics.Interval;
import org.pmemycsb.harness.statistics.LogMean;

/** Compares statements with the measured figures. */
final class Evaluator {
  // The share of each tail of a 95 % interval.
  private static final double TAIL = 0.025;
  private static final int SHOWN = 3;

  private final Dimensions grid;
  private final List<Cell> cells;
  private final String unit;

  Evaluator(Experiment experiment, List<Unavailable> unavailable, List<Cell> cells, String unit) {
    this.grid =
        new Dimensions(
            experiment,
            unavailable.stream().map(Unavailable::database).collect(Collectors.toSet()));
    this.cells = cells;
    this.unit = unit;
  }

  ClaimResult result(ClaimText claim, Statement statement) {
    List<Quantity> figures;
    try {
      figures = Expansion.of(statement, grid);
    } catch (ClaimException beyondTheGrid) {
      return undecided(claim, beyondTheGrid.getMessage());
    }
    List<Quantity> leaves = figures.stream().flatMap(Quantity::leaves).toList();
    List<CellRef> needed =
        leaves.stream().flatMap(leaf -> leaf.cells().stream()).distinct().toList();
    List<String> missing =
        needed.stream().flatMap(cell -> problem(cell).stream()).distinct().toList();
    if (!missing.isEmpty()) {
      return undecided(claim, shortened(missing));
    }
    List<String> unknown =
        statement.latency().stream()
            .flatMap(latency -> needed.stream().flatMap(cell -> unknown(latency, cell).stream()))
            .toList();
    if (!unknown.isEmpty()) {
      return undecided(claim, shortened(unknown));
    }
    if (!leaves.stream().allMatch(leaf -> hasSamples(leaf, 1))) {
      return undecided(claim, "the cells of a ratio have no round in common; make more repeats");
    }
    List<String> notes = new ArrayList<>();
    Span span = span(statement.aggregate(), figures, leaves);
    ClaimVerdict verdict = verdict(span, unscaled(statement), notes);
    leaves.stream()
        .map(leaf -> distinct(leaf, Dimension.DURABILITY))
        .filter(levels -> levels.size() > 1)
        .findFirst()
        .ifPresent(levels -> notes.add("compares durability " + String.join(" with ", levels)));
    String stated =
        needed.stream()
            .filter(each -> isStated(cell(each).orElseThrow()))
            .map(each -> each.of(Dimension.DATABASE))
            .distinct()
            .collect(Collectors.joining(", "));
    if (!stated.isEmpty()) {
      notes.add("the durability of " + stated + " is claimed, not read back");
    }
    if (isOpen(statement) && !grid.absent().isEmpty()) {
      String absent = grid.absent().stream().sorted().collect(Collectors.joining(", "));
      notes.add("without " + absent + ", unavailable here");
    }
    return result(
        claim,
        verdict,
        Optional.of(measured(statement.metric(), span, verdict, figures.size())),
        String.join("; ", notes));
  }

  private static List<String> distinct(Quantity leaf, Dimension dimension) {
    return leaf.cells().stream().map(cell -> cell.of(dimension)).distinct().toList();
  }

  /** The reason not to use the figures of a cell; empty if they can be used. */
  private Optional<String> problem(CellRef wanted) {
    String database = wanted.of(Dimension.DATABASE);
    if (grid.absent().contains(database)) {
      return Optional.of(database + " is unavailable here");
    }
    return cell(wanted)
        .map(cell -> cell.usable() ? "" : "INVALID: " + wanted.shown())
        .or(
            () ->
                cells.stream()
                    .map(Cell::key)
                    .filter(wanted::is)
                    .findFirst()
                    .map(key -> key.database() + " ran instead of " + database))
        .or(
            () ->
                cells.stream().map(Cell::key).anyMatch(wanted::isWithUnknownDurability)
                    ? Optional.of(
                        "the durability of %s is unknown; its option claimedDurability states it"
                            .formatted(database))
                    : Optional.empty())
        .or(() -> Optional.of("not measured: " + wanted.shown()))
        .filter(problem -> !problem.isEmpty());
  }

  /** The reason why a cell has no such latency; empty if it has one. */
  private Optional<String> unknown(LatencyFigure latency, CellRef wanted) {
    return cell(wanted)
        .filter(cell -> cell.rates().length == 0)
        .map(
            none ->
                "%s is not known, for too few calls or no histogram: %s"
                    .formatted(latency.name(), wanted.shown()));
  }

  private static boolean isStated(Cell cell) {
    return cell.key().sourcedDurability().source() == SourcedValue.Source.CLAIMED;
  }

  private Optional<Cell> cell(CellRef wanted) {
    return cells.stream()
        .filter(cell -> cell.key().label().standIn().isEmpty() && wanted.is(cell.key()))
        .findFirst();
  }

  /** The figure of a leaf whose cells have no problem. */
  private LogMean samples(Quantity leaf) {
    List<Cell> found = leaf.cells().stream().map(each -> cell(each).orElseThrow()).toList();
    return found.size() == 1
        ? found.get(0).invocations().mean()
        : Ratio.between(Ratio.Rule.CLAIM, found.get(0), found.get(1)).known();
  }

  private boolean hasSamples(Quantity leaf, int atLeast) {
    return samples(leaf).invocations() >= atLeast;
  }

  private static ClaimResult undecided(ClaimText claim, String reason) {
    return result(claim, ClaimVerdict.UNDECIDED, Optional.empty(), reason);
  }

  private static ClaimResult result(
      ClaimText claim, ClaimVerdict verdict, Optional<Measured> measured, String reason) {
    return new ClaimResult(
        claim.id(),
        claim.says(),
        claim.holds(),
        claim.published(),
        claim.source(),
        verdict,
        measured,
        reason);
  }

  private static String shortened(List<String> texts) {
    String first = texts.stream().limit(SHOWN).collect(Collectors.joining("; "));
    return texts.size() > SHOWN ? first + "; and " + (texts.size() - SHOWN) + " more" : first;
  }

  /**
   * The smallest and the largest of some figures; they are the same if an aggregate chose it.
   *
   * @param once whether a cell has one run only, so that there are no intervals
   */
  private record Span(Quantity small, Quantity large, Interval low, Interval high, boolean once) {
    boolean bounded() {
      return low.bounds() && high.bounds();
    }
  }

  private Span span(Optional<Aggregate> aggregate, List<Quantity> figures, List<Quantity> leaves) {
    boolean all = aggregate.equals(Optional.of(Aggregate.ALL));
    Quantity small =
        Quantity.chosen(all ? Aggregate.MIN : aggregate.orElse(Aggregate.MAX), figures);
    Quantity large = all ? Quantity.chosen(Aggregate.MAX, figures) : small;
    return new Span(
        small,
        large,
        small.interval(this::samples, TAIL, TAIL),
        large.interval(this::samples, TAIL, TAIL),
        !leaves.stream().allMatch(leaf -> hasSamples(leaf, LogMean.FEWEST)));
  }

  private ClaimVerdict verdict(Span span, Range range, List<String> notes) {
    if (span.once) {
      notes.add("one run gives no interval; repeat it");
      return ClaimVerdict.UNDECIDED;
    }
    if (!range.isBelow(span.low.low()) && !range.isAbove(span.high.high())) {
      return ClaimVerdict.HOLDS;
    }
    if (range.isBelow(span.low.high()) || range.isAbove(span.high.low())) {
      Quantity failed = range.isBelow(span.low.high()) ? span.small : span.large;
      notes.add(
          failed
              .deciding(this::samples)
              .map(
                  leaf ->
                      leaf.cells().stream()
                          .map(CellRef::shown)
                          .collect(Collectors.joining(" against ")))
              .distinct()
              .collect(Collectors.joining("; and ", "fails at: ", "")));
      return ClaimVerdict.FAILS;
    }
    notes.add(
        span.bounded()
            ? "only a part of the interval satisfies the claim; more repeats narrow the interval"
            : "so few runs that scatter so much bound nothing; make more repeats");
    return ClaimVerdict.UNDECIDED;
  }

  private Measured measured(Metric metric, Span span, ClaimVerdict verdict, int figures) {
    double from = scaled(metric, span.low.figure());
    double to = scaled(metric, span.high.figure());
    double low = scaled(metric, span.low.low());
    double high = scaled(metric, span.high.high());
    // A wide interval that decides the claim is shown: it tells why.
    boolean bounded = span.bounded() || verdict != ClaimVerdict.UNDECIDED;
    String interval =
        span.once
            ? "one run, no interval"
            : bounded
                ? "95 %% interval %s to %s".formatted(shown(metric, low), shown(metric, high))
                : "the runs do not bound it";
    return new Measured(
        "%s%s%s (%s)"
            .formatted(
                shown(metric, from),
                from == to ? "" : " to " + shown(metric, to),
                unit(metric),
                interval),
        from,
        to,
        span.once ? OptionalDouble.empty() : OptionalDouble.of(low),
        span.once ? OptionalDouble.empty() : OptionalDouble.of(high),
        figures);
  }

  /** The range in ratios, for a statement in percent. */
  private static Range unscaled(Statement statement) {
    Range range = statement.range();
    return statement.metric() == Metric.FASTER
        ? new Range(
            1 + range.low() / 100, range.withLow(), 1 + range.high() / 100, range.withHigh())
        : range;
  }

  private static double scaled(Metric metric, double figure) {
    return metric == Metric.FASTER ? 100 * (figure - 1) : figure;
  }

  private static String shown(Metric metric, double figure) {
    return String.format(
        Locale.ROOT,
        switch (metric) {
          case THROUGHPUT -> figure < 100 ? "%.1f" : "%,.0f";
          case CAPACITY -> "%,.0f";
          case FASTER, FENCES -> "%.1f";
          case LATENCY -> figure < 10 ? "%.2f" : figure < 100 ? "%.1f" : "%,.0f";
          // Near 1, small differences matter.
          case RATIO -> figure < 2 ? "%.3f" : figure < 10 ? "%.2f" : figure < 100 ? "%.1f" : "%.0f";
        },
        figure);
  }

  private String unit(Metric metric) {
    return switch (metric) {
      case RATIO -> " times";
      case FASTER -> " %";
      case THROUGHPUT, CAPACITY -> " " + unit;
      case FENCES -> " fences for each operation";
      case LATENCY -> " µs";
    };
  }

  /** Whether it includes databases that it does not name. */
  private static boolean isOpen(Statement statement) {
    return statement.scopes().stream()
            .anyMatch(
                scope ->
                    scope.dimension() == Dimension.DATABASE
                        && scope.selection() == Statement.Selection.EACH)
        || statement.sides().stream().anyMatch(Statement.Side::ofOthers);
  }
}
