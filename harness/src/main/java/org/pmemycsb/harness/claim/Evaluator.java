package org.pmemycsb.harness.claim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.pmemycsb.harness.claim.Figure.Choice;
import org.pmemycsb.harness.claim.Statement.Aggregate;
import org.pmemycsb.harness.claim.Statement.Kind;
import org.pmemycsb.harness.claim.Statement.Pick;
import org.pmemycsb.harness.claim.Statement.Range;
import org.pmemycsb.harness.experiment.ClaimText;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.harness.statistics.Bootstrap.Interval;

/** Compares statements with the measured throughputs. */
final class Evaluator {
  // Of a 95 % interval.
  private static final double TAIL = 0.025;
  private static final int SHOWN = 3;

  private final Dimensions grid;
  private final Evidence evidence;

  Evaluator(Experiment experiment, List<Unavailable> unavailable, List<Cell> cells) {
    Set<String> absent =
        unavailable.stream().map(Unavailable::database).collect(Collectors.toSet());
    this.grid = Dimensions.of(experiment, absent);
    this.evidence = new Evidence(cells, unavailable);
  }

  ClaimResult result(ClaimText claim, Statement statement) {
    List<Figure> figures;
    try {
      figures = Expansion.of(statement, grid);
    } catch (ClaimException beyondTheGrid) {
      return undecided(claim, beyondTheGrid.getMessage());
    }
    List<Figure.Cells> leaves = figures.stream().flatMap(Figure::leaves).toList();
    List<Place> places =
        leaves.stream().flatMap(leaf -> leaf.places().stream()).distinct().toList();
    List<String> missing =
        places.stream().flatMap(place -> evidence.problem(place).stream()).distinct().toList();
    if (!missing.isEmpty()) {
      return undecided(claim, shortened(missing));
    }
    List<String> notes = new ArrayList<>();
    Span span = span(statement, figures, places);
    ClaimVerdict verdict = verdict(span, unscaled(statement), notes);
    leaves.stream()
        .map(leaf -> leaf.places().stream().map(Place::durability).distinct().toList())
        .filter(levels -> levels.size() > 1)
        .findFirst()
        .ifPresent(levels -> notes.add("compares durability " + String.join(" with ", levels)));
    if (isOpen(statement) && !grid.absent().isEmpty()) {
      String absent = grid.absent().stream().sorted().collect(Collectors.joining(", "));
      notes.add("without " + absent + ", unavailable here");
    }
    return result(
        claim,
        verdict,
        Optional.of(measured(statement.kind(), span, figures.size())),
        String.join("; ", notes));
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
   * The smallest and the largest of some figures; the same one when they were made into one.
   *
   * @param low interval of the smallest; empty when a cell has one run only
   * @param high interval of the largest
   */
  private record Span(
      Figure small, Figure large, Optional<Interval> low, Optional<Interval> high) {}

  private Span span(Statement statement, List<Figure> figures, List<Place> places) {
    Aggregate aggregate = statement.aggregate();
    Figure small =
        switch (aggregate) {
          case MIN, ALL -> new Figure.Chosen(Choice.SMALLEST, figures);
          case MAX -> new Figure.Chosen(Choice.LARGEST, figures);
          case MEDIAN -> new Figure.Chosen(Choice.MIDDLE, figures);
          case NONE -> figures.get(0);
        };
    Figure large = aggregate == Aggregate.ALL ? new Figure.Chosen(Choice.LARGEST, figures) : small;
    if (places.stream().anyMatch(place -> evidence.samples(place).length < 2)) {
      return new Span(small, large, Optional.empty(), Optional.empty());
    }
    return new Span(
        small,
        large,
        Optional.of(small.interval(evidence::samples, TAIL, TAIL)),
        Optional.of(large.interval(evidence::samples, TAIL, TAIL)));
  }

  private ClaimVerdict verdict(Span span, Range range, List<String> notes) {
    if (span.low.isEmpty()) {
      notes.add("one run gives no interval; repeat it");
      return ClaimVerdict.UNDECIDED;
    }
    Interval low = span.low.get();
    Interval high = span.high.orElseThrow();
    if (!range.isBelow(low.low()) && !range.isAbove(high.high())) {
      return ClaimVerdict.HOLDS;
    }
    if (range.isBelow(low.high()) || range.isAbove(high.low())) {
      Figure failed = range.isBelow(low.high()) ? span.small : span.large;
      notes.add(
          failed
              .deciding(evidence::samples)
              .map(
                  leaf ->
                      leaf.places().stream()
                          .map(Place::shown)
                          .collect(Collectors.joining(" against ")))
              .distinct()
              .collect(Collectors.joining("; and ", "fails at: ", "")));
      return ClaimVerdict.FAILS;
    }
    notes.add("a part of the interval satisfies it and a part does not; more repeats narrow it");
    return ClaimVerdict.UNDECIDED;
  }

  private Measured measured(Kind kind, Span span, int figures) {
    double from = scaled(kind, span.small.value(evidence::samples));
    double to = scaled(kind, span.large.value(evidence::samples));
    String figure = shown(kind, from) + (from == to ? "" : " to " + shown(kind, to)) + unit(kind);
    if (span.low.isEmpty()) {
      OptionalDouble none = OptionalDouble.empty();
      return new Measured(figure + " (one run, no interval)", from, to, none, none, figures);
    }
    double low = scaled(kind, span.low.get().low());
    double high = scaled(kind, span.high.orElseThrow().high());
    return new Measured(
        "%s (95 %% interval %s to %s)".formatted(figure, shown(kind, low), shown(kind, high)),
        from,
        to,
        OptionalDouble.of(low),
        OptionalDouble.of(high),
        figures);
  }

  /** The range in ratios, for a statement in percent. */
  private static Range unscaled(Statement statement) {
    Range range = statement.range();
    return statement.kind() == Kind.FASTER
        ? new Range(
            1 + range.low() / 100, range.withLow(), 1 + range.high() / 100, range.withHigh())
        : range;
  }

  private static double scaled(Kind kind, double figure) {
    return kind == Kind.FASTER ? 100 * (figure - 1) : figure;
  }

  private static String shown(Kind kind, double figure) {
    return String.format(
        Locale.ROOT,
        switch (kind) {
          case THROUGHPUT -> "%,.0f";
          case FASTER -> "%.1f";
          // Figures differ most often around 1.
          case RATIO -> figure < 2 ? "%.3f" : figure < 10 ? "%.2f" : figure < 100 ? "%.1f" : "%.0f";
        },
        figure);
  }

  private static String unit(Kind kind) {
    return switch (kind) {
      case RATIO -> " times";
      case FASTER -> " %";
      case THROUGHPUT -> " operations per second";
    };
  }

  /** Whether it speaks of databases that it does not name. */
  private static boolean isOpen(Statement statement) {
    return statement.scopes().stream()
            .anyMatch(
                scope ->
                    scope.dimension() == Dimension.DATABASE && scope.form() == Statement.Form.EACH)
        || statement.sides().stream()
            .anyMatch(side -> side.who() instanceof Pick pick && pick.names().isEmpty());
  }
}
