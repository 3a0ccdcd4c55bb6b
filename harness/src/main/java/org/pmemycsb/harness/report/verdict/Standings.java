package org.pmemycsb.harness.report.verdict;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.plan.design.Goal;
import org.pmemycsb.harness.plan.design.RunnerKind;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.statistics.Estimate;

/** The sentences about figures that compare nothing with persistent memory. */
record Standings(Results results, Names names, Words words) {

  /** Targets that were reached or missed, and capacities. */
  List<String> rates() {
    List<Cell> valid = results.contenders().stream().filter(Cell::usable).toList();
    List<Cell> paced = valid.stream().filter(cell -> cell.repeats().sustained() != null).toList();
    double target = results.experiment().target();
    String asked =
        target > 0 ? Figures.grouped(target) + " operations per second" : "the times of the trace";
    List<Cell> missed = paced.stream().filter(Cell::unsustained).toList();
    List<Cell> reached = paced.stream().filter(cell -> !cell.unsustained()).toList();
    List<String> all = new ArrayList<>();
    if (!missed.isEmpty()) {
      all.add("UNSUSTAINED, did not reach " + asked + ": " + cells(missed) + ".");
    }
    if (!reached.isEmpty()) {
      all.add("Sustained " + asked + ": " + cells(reached) + ". Compare their latencies.");
    }
    String goal = results.experiment().goal().map(Goal::shown).orElse("the goal");
    figures(
            valid.stream().filter(cell -> cell.capacity().estimate().isPresent()).toList(),
            cell -> cell.capacity().estimate().orElseThrow())
        .forEach(each -> all.add("With %s, %s".formatted(goal, each)));
    return all;
  }

  private String cells(List<Cell> cells) {
    return words.cells(cells, key -> names.series(key) + sizes(key));
  }

  /** The fastest cell of each database, place, runner and phase, if nothing is compared. */
  List<String> throughputs() {
    List<Cell> valid = results.contenders().stream().filter(Cell::usable).toList();
    List<Cell> ours =
        valid.stream().filter(cell -> !cell.key().runner().equals(RunnerKind.NATIVE.id())).toList();
    List<Cell> best =
        Cells.grouped(
                ours.isEmpty() ? valid : ours,
                cell ->
                    List.of(names.series(cell.key()), cell.key().durability(), cell.key().phase()))
            .values()
            .stream()
            .map(
                each ->
                    Collections.max(
                        each, Comparator.comparingDouble(cell -> cell.rate().orElse(0))))
            .toList();
    return figures(best, cell -> cell.throughput().estimate().orElseThrow());
  }

  /** {@code redis at commit: 41,000 operations/s (40,100 to 42,000) on A}. */
  private List<String> figures(List<Cell> cells, Function<Cell, Estimate> figure) {
    boolean leveled = names.mixedLevels().isEmpty();
    List<String> all = new ArrayList<>();
    Cells.grouped(
            cells,
            cell -> names.series(cell.key()) + (leveled ? " at " + cell.key().durability() : ""))
        .forEach(
            (name, same) ->
                all.add(
                    "%s: %s."
                        .formatted(
                            name,
                            words.listed(
                                same.stream()
                                    .map(cell -> on(cell, figure.apply(cell)))
                                    .toList()))));
    return all;
  }

  private String on(Cell cell, Estimate known) {
    String none =
        known.samples() == 1 ? "one run, no interval" : "scatters too much for an interval";
    return "%s operations/s (%s) on %s%s"
        .formatted(
            Figures.readable(known.figure()),
            Figures.interval(known, Figures::readable, " to ").orElse(none),
            cell.key().phase(),
            sizes(cell.key()));
  }

  /** The conditions that vary and that no name has. */
  private String sizes(Conditions key) {
    return (vary(Conditions::threads) ? " with " + Plural.of(key.threads(), "thread") : "")
        + (vary(Conditions::valueSizeBytes)
            ? " with values of " + ByteSize.format(key.valueSizeBytes())
            : "");
  }

  private boolean vary(Function<Conditions, Object> condition) {
    return results.contenders().stream().map(Cell::key).map(condition).distinct().count() > 1;
  }
}
