package org.pmemycsb.harness.analysis.claim;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.claim.ClaimResult.Measured;
import org.pmemycsb.harness.analysis.claim.Quantity.CellRef;
import org.pmemycsb.harness.analysis.claim.Statement.Aggregate;
import org.pmemycsb.harness.analysis.claim.Statement.Metric;
import org.pmemycsb.harness.analysis.claim.Statement.Range;
import org.pmemycsb.harness.plan.design.ClaimText;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.result.SourcedValue;
import org.pmemycsb.harness.statistics.Interval;
import org.pmemycsb.harness.statistics.LogMean;

/**
 * Compares a statement with the measured figures.
 *
 * @param absent labels of the databases that could not run
 * @param cells with the figure of the statement
 * @param unit of throughputs, in words
 */
record Evaluator(
    ClaimText claim, Statement statement, Set<String> absent, List<Cell> cells, String unit) {
  // The share of each tail of a 95 % interval.
  private static final double TAIL = 0.025;
  private static final int SHOWN = 3;

  ClaimResult result(Experiment experiment) {
    List<Quantity> figures;
    try {
      figures = Expansion.of(statement, experiment, absent);
    } catch (ClaimException beyondTheGrid) {
      return undecided(beyondTheGrid.getMessage());
    }
    List<Quantity> leaves = figures.stream().flatMap(Quantity::leaves).toList();
    List<CellRef> needed =
        leaves.stream().flatMap(leaf -> leaf.cells().stream()).distinct().toList();
    List<String> problems =
        needed.stream().flatMap(cell -> problem(cell).stream()).distinct().toList();
    if (!problems.isEmpty()) {
      return undecided(Plural.few(problems, SHOWN, "; "));
    }
    int rounds = leaves.stream().mapToInt(leaf -> samples(leaf).invocations()).min().orElseThrow();
    if (rounds == 0) {
      return undecided("the cells of a ratio have no round in common; make more repeats");
    }
    Span span = span(figures, rounds < LogMean.FEWEST);
    ClaimVerdict verdict = span.verdict(range());
    List<String> notes = new ArrayList<>();
    switch (verdict) {
      case FAILS -> notes.add(failure(range().isBelow(span.low.high()) ? span.small : span.large));
      case UNDECIDED ->
          notes.add(
              span.once
                  ? "one run gives no interval; repeat it"
                  : span.bounded()
                      ? "only a part of the interval satisfies the claim; more repeats narrow the"
                          + " interval"
                      : "so few runs that scatter so much bound nothing; make more repeats");
      case HOLDS -> {}
    }
    notes.addAll(remarks(leaves, needed));
    return result(
        verdict, Optional.of(measured(span, verdict, figures.size())), String.join("; ", notes));
  }

  private ClaimResult undecided(String reason) {
    return result(ClaimVerdict.UNDECIDED, Optional.empty(), reason);
  }

  private ClaimResult result(ClaimVerdict verdict, Optional<Measured> measured, String reason) {
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

  /** The reason not to use the figure of a cell; empty if it can be used. */
  private Optional<String> problem(CellRef wanted) {
    String database = wanted.of(Dimension.DATABASE);
    if (absent.contains(database)) {
      return Optional.of(database + " is unavailable here");
    }
    Optional<Cell> found = cell(wanted);
    if (found.isPresent()) {
      return !found.get().usable()
          ? Optional.of("INVALID: " + wanted.shown())
          : statement
              .latency()
              .filter(any -> found.get().rates().length == 0)
              .map(
                  latency ->
                      "%s is not known, for too few calls or no histogram: %s"
                          .formatted(latency.name(), wanted.shown()));
    }
    for (Conditions key : cells.stream().map(Cell::key).toList()) {
      if (wanted.is(key)) {
        return Optional.of(key.database() + " ran instead of " + database);
      }
      if (wanted.isWithUnknownDurability(key)) {
        return Optional.of(
            "the durability of %s is unknown; its option claimedDurability states it"
                .formatted(database));
      }
    }
    return Optional.of("not measured: " + wanted.shown());
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

  private String failure(Quantity failed) {
    return failed
        .deciding(this::samples)
        .map(
            leaf ->
                leaf.cells().stream().map(CellRef::shown).collect(Collectors.joining(" against ")))
        .distinct()
        .collect(Collectors.joining("; and ", "fails at: ", ""));
  }

  /** Durabilities that differ or were not read back, and databases that could not run. */
  private List<String> remarks(List<Quantity> leaves, List<CellRef> needed) {
    List<String> remarks = new ArrayList<>();
    leaves.stream()
        .map(leaf -> leaf.cells().stream().map(cell -> cell.of(Dimension.DURABILITY)).distinct())
        .map(levels -> levels.toList())
        .filter(levels -> levels.size() > 1)
        .findFirst()
        .ifPresent(levels -> remarks.add("compares durability " + String.join(" with ", levels)));
    String stated =
        needed.stream()
            .filter(each -> isStated(cell(each).orElseThrow().key()))
            .map(each -> each.of(Dimension.DATABASE))
            .distinct()
            .collect(Collectors.joining(", "));
    if (!stated.isEmpty()) {
      remarks.add("the durability of " + stated + " is claimed, not read back");
    }
    if (statement.isOpen() && !absent.isEmpty()) {
      String all = absent.stream().sorted().collect(Collectors.joining(", "));
      remarks.add("without " + all + ", unavailable here");
    }
    return remarks;
  }

  private static boolean isStated(Conditions key) {
    return key.sourcedDurability().source() == SourcedValue.Source.CLAIMED;
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

    ClaimVerdict verdict(Range range) {
      if (once) {
        return ClaimVerdict.UNDECIDED;
      }
      if (!range.isBelow(low.low()) && !range.isAbove(high.high())) {
        return ClaimVerdict.HOLDS;
      }
      return range.isBelow(low.high()) || range.isAbove(high.low())
          ? ClaimVerdict.FAILS
          : ClaimVerdict.UNDECIDED;
    }
  }

  private Span span(List<Quantity> figures, boolean once) {
    Aggregate choice = statement.aggregate().orElse(Aggregate.MAX);
    boolean all = choice == Aggregate.ALL;
    Quantity small = Quantity.chosen(all ? Aggregate.MIN : choice, figures);
    Quantity large = all ? Quantity.chosen(Aggregate.MAX, figures) : small;
    return new Span(
        small,
        large,
        small.interval(this::samples, TAIL, TAIL),
        large.interval(this::samples, TAIL, TAIL),
        once);
  }

  private Measured measured(Span span, ClaimVerdict verdict, int figures) {
    Metric metric = statement.metric();
    double from = metric.scaled(span.low.figure());
    double to = metric.scaled(span.high.figure());
    double low = metric.scaled(span.low.low());
    double high = metric.scaled(span.high.high());
    // A wide interval that decides the claim is shown: it tells why.
    boolean bounded = span.bounded() || verdict != ClaimVerdict.UNDECIDED;
    String interval =
        span.once
            ? "one run, no interval"
            : bounded
                ? "95 %% interval %s to %s".formatted(metric.shown(low), metric.shown(high))
                : "the runs do not bound it";
    return new Measured(
        "%s%s %s (%s)"
            .formatted(
                metric.shown(from),
                from == to ? "" : " to " + metric.shown(to),
                metric.unit.isEmpty() ? unit : metric.unit,
                interval),
        from,
        to,
        span.once ? OptionalDouble.empty() : OptionalDouble.of(low),
        span.once ? OptionalDouble.empty() : OptionalDouble.of(high),
        figures);
  }

  /** The range in ratios, also for a statement in percent. */
  private Range range() {
    Range range = statement.range();
    return statement.metric() == Metric.FASTER
        ? new Range(
            1 + range.low() / 100, range.withLow(), 1 + range.high() / 100, range.withHigh())
        : range;
  }
}
