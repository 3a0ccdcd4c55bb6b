package org.pmemycsb.harness.claim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.pmemycsb.harness.claim.Statement.Aggregate;
import org.pmemycsb.harness.claim.Statement.Kind;
import org.pmemycsb.harness.claim.Statement.Pick;
import org.pmemycsb.harness.claim.Statement.Range;
import org.pmemycsb.harness.experiment.ClaimText;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Unavailable;
import org.pmemycsb.harness.statistics.Bootstrap.Interval;

/** Holds statements against what was measured. */
final class Judge {
  // Of a 95 % interval.
  private static final double TAIL = 0.025;
  private static final int SHOWN = 3;

  private final Dimensions grid;
  private final Evidence evidence;

  Judge(Experiment experiment, List<Unavailable> unavailable, List<Cell> cells) {
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
    List<String> missing =
        figures.stream()
            .flatMap(Figure::leaves)
            .flatMap(List::stream)
            .distinct()
            .flatMap(place -> evidence.problem(place).stream())
            .distinct()
            .toList();
    if (!missing.isEmpty()) {
      return undecided(claim, shortened(missing));
    }
    Span span = span(statement.aggregate(), figures);
    List<String> notes = new ArrayList<>();
    Verdict verdict = span.verdict(unscaled(statement), notes);
    mixture(figures).ifPresent(notes::add);
    if (isOpen(statement) && !grid.absent().isEmpty()) {
      notes.add(
          "without "
              + grid.absent().stream().sorted().collect(Collectors.joining(", "))
              + ", unavailable here");
    }
    return result(
        claim,
        verdict,
        Optional.of(span.measured(statement.kind(), figures.size())),
        String.join("; ", notes));
  }

  private static ClaimResult undecided(ClaimText claim, String reason) {
    return result(claim, Verdict.UNDECIDED, Optional.empty(), reason);
  }

  private static ClaimResult result(
      ClaimText claim, Verdict verdict, Optional<Measured> measured, String reason) {
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

  private static String shortened(List<String> problems) {
    String first = problems.stream().limit(SHOWN).collect(Collectors.joining("; "));
    return problems.size() > SHOWN ? first + "; and " + (problems.size() - SHOWN) + " more" : first;
  }

  /** The smallest and the largest of some figures; the same one when they were made into one. */
  private record Span(
      double least, double most, Optional<Interval> small, Optional<Interval> large) {

    Verdict verdict(Range range, List<String> notes) {
      if (small.isEmpty() || large.isEmpty()) {
        notes.add("one run gives no interval; repeat it");
        return Verdict.UNDECIDED;
      }
      if (!range.isBelow(small.get().low()) && !range.isAbove(large.get().high())) {
        return Verdict.HOLDS;
      }
      if (range.isBelow(small.get().high()) || range.isAbove(large.get().low())) {
        return Verdict.FAILS;
      }
      notes.add("a part of the interval satisfies it and a part does not; more repeats narrow it");
      return Verdict.UNDECIDED;
    }

    Measured measured(Kind kind, int figures) {
      double from = scaled(kind, least);
      double to = scaled(kind, most);
      OptionalDouble low = OptionalDouble.empty();
      OptionalDouble high = OptionalDouble.empty();
      String interval = " (one run, no interval)";
      if (small.isPresent() && large.isPresent()) {
        low = OptionalDouble.of(scaled(kind, small.get().low()));
        high = OptionalDouble.of(scaled(kind, large.get().high()));
        interval =
            " (95 % interval "
                + shown(kind, low.getAsDouble())
                + " to "
                + shown(kind, high.getAsDouble())
                + ")";
      }
      String figure = shown(kind, from) + (from == to ? "" : " to " + shown(kind, to));
      return new Measured(figure + unit(kind) + interval, from, to, low, high, figures);
    }
  }

  private Span span(Aggregate aggregate, List<Figure> figures) {
    Figure small =
        switch (aggregate) {
          case MIN, ALL -> new Figure.Smallest(figures);
          case MAX -> new Figure.Largest(figures);
          case MEDIAN -> new Figure.Middle(figures);
          case NONE -> figures.get(0);
        };
    Figure large = aggregate == Aggregate.ALL ? new Figure.Largest(figures) : small;
    boolean repeated =
        figures.stream()
            .flatMap(Figure::leaves)
            .flatMap(List::stream)
            .allMatch(place -> evidence.samples(place).length > 1);
    return new Span(
        small.value(evidence::samples),
        large.value(evidence::samples),
        interval(small, repeated),
        interval(large, repeated));
  }

  private Optional<Interval> interval(Figure figure, boolean repeated) {
    return repeated
        ? Optional.of(figure.interval(evidence::samples, TAIL, TAIL))
        : Optional.empty();
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
          // Around 1 is where two figures are told apart.
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

  private static Optional<String> mixture(List<Figure> figures) {
    return figures.stream()
        .flatMap(Figure::leaves)
        .map(cells -> cells.stream().map(Place::durability).distinct().toList())
        .filter(levels -> levels.size() > 1)
        .findFirst()
        .map(levels -> "compares durability " + String.join(" with ", levels));
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
