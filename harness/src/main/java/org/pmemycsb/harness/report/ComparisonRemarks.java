package org.pmemycsb.harness.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Comparisons;
import org.pmemycsb.harness.analysis.Comparisons.Line;
import org.pmemycsb.harness.analysis.Comparisons.Side;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.plan.settings.Experiment;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.notes.Facts;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.statistics.Call;
import org.pmemycsb.harness.statistics.Interval;
import org.pmemycsb.harness.statistics.LogMean;

/** Remarks on compared folders. */
public final class ComparisonRemarks {
  private static final int FEW = 3;

  private final Comparisons comparisons;
  private final Names names;

  public ComparisonRemarks(Comparisons comparisons) {
    this.comparisons = comparisons;
    this.names = new Names(comparisons.lines().stream().map(Line::key).toList());
  }

  /** Remarks that belong to the table. */
  public List<String> all() {
    List<Side> sides = comparisons.sides();
    List<String> all = new ArrayList<>();
    Experiment first = sides.get(0).results().experiment();
    for (Side side : sides.subList(1, sides.size())) {
      // The table shows every other difference.
      List<String> telling = first.differencesOfFigures(side.results().experiment());
      if (!telling.isEmpty()) {
        all.add(side.name() + " measured something else: " + String.join("; ", telling));
      }
    }
    if (first.goal().isPresent()) {
      all.add("the figures of phases with a search are capacities, not throughputs");
    }
    String idle = idleProcessors(sides.get(0));
    for (Side side : sides) {
      if (!idleProcessors(side).equals(idle)) {
        all.add(
            "%s: idle processors %s; of the first they %s"
                .formatted(side.name(), idleProcessors(side), idle));
      }
    }
    sides.stream()
        .filter(side -> side.results().why().load().filter(load -> load.busy()).isPresent())
        .forEach(side -> all.add(side.name() + ": the machine was busy with other work"));
    sides.forEach(side -> all.addAll(side.results().journal().remarks()));
    for (int i = 1; i < sides.size(); i++) {
      lacking(0, i).ifPresent(all::add);
      lacking(i, 0).ifPresent(all::add);
    }
    return all.stream().distinct().toList();
  }

  /** The cells of one side that another one lacks. */
  private Optional<String> lacking(int having, int side) {
    List<String> gone =
        comparisons.lines().stream()
            .filter(line -> line.cells().get(having) != null && line.cells().get(side) == null)
            .map(line -> describe(line.key()))
            .toList();
    return gone.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%s lacks %s of %s: %s%s"
                .formatted(
                    comparisons.sides().get(side).name(),
                    Plural.of(gone.size(), "cell"),
                    comparisons.sides().get(having).name(),
                    gone.stream().limit(FEW).collect(Collectors.joining("; ")),
                    gone.size() > FEW ? "; and " + (gone.size() - FEW) + " more" : ""));
  }

  private static String idleProcessors(Side side) {
    return Facts.idleProcessors(side.results().environment());
  }

  /**
   * The cells that are slower than those of the first folder by more than a share, and the cells
   * that are INVALID or have 0 where the first folder has a figure. A cell is slower if the whole
   * 95 % interval of the ratio lies below 1 less that share.
   *
   * @param share from 0 to 1
   * @return a line for each
   */
  public List<String> slowerThan(double share) {
    List<String> slower = new ArrayList<>();
    for (Line line : comparisons.lines()) {
      for (int side = 1; side < comparisons.sides().size(); side++) {
        Cell other = line.cells().get(side);
        String what = comparisons.sides().get(side).name() + ": " + describe(line.key());
        if (Comparisons.usable(line.cells().get(0))
            && other != null
            && !Comparisons.usable(other)) {
          slower.add(
              what
                  + (other.valid()
                      ? ": 0 operations per second"
                      : ": INVALID: " + String.join("; ", other.repeats().reasons())));
        }
        comparisons
            .comparison(line, side)
            .filter(each -> each.call() == Call.SLOWER && each.high().orElseThrow() < 1 - share)
            .ifPresent(each -> slower.add(what + ": " + ratio(each)));
      }
    }
    return slower;
  }

  /** Refuses to judge a folder that has none of the first folder's cells. */
  public void refuseNothingInCommon() {
    Side first = comparisons.sides().get(0);
    for (int i = 1; i < comparisons.sides().size(); i++) {
      int at = i;
      Side side = comparisons.sides().get(i);
      if (comparisons.lines().stream()
          .noneMatch(
              line -> Comparisons.usable(line.cells().get(0)) && line.cells().get(at) != null)) {
        throw new ConfigurationException(
            ("%s has no cell for a figure of %s, so nothing was compared. It measured %s, the"
                    + " first %s. Labels, workloads, threads, value sizes, durability, runner and"
                    + " place must be equal")
                .formatted(side.name(), first.name(), databases(side), databases(first)));
      }
    }
  }

  private static String databases(Side side) {
    String all =
        side.cells().keySet().stream()
            .map(Conditions::database)
            .distinct()
            .collect(Collectors.joining(", "));
    return all.isEmpty() ? "nothing" : all;
  }

  /** The number of cells with too few runs for {@link #slowerThan}. */
  public long untestable() {
    return comparisons.lines().stream()
        .filter(line -> names.role(line.key()) == Role.CONTENDER)
        .filter(
            line ->
                line.cells().stream()
                    .anyMatch(
                        cell ->
                            Comparisons.usable(cell)
                                && cell.throughput().samples().size() < LogMean.FEWEST))
        .count();
  }

  private String describe(Conditions key) {
    return (names.placed() ? names.series(key) : key.database())
        + ", phase "
        + key.phase()
        + ", "
        + key.clients()
        + ", value "
        + ByteSize.format(key.valueSizeBytes());
  }

  /** With its interval, if the runs give one. */
  static String ratio(Ratio ratio) {
    Interval known = ratio.known().interval();
    String none =
        ratio.known().hasInterval() ? "%.2f (scatters too much)" : "%.2f (one run, no interval)";
    return String.format(
        Locale.ROOT,
        ratio.bounded() ? "%.2f [%.2f to %.2f]" : none,
        known.figure(),
        known.low(),
        known.high());
  }
}
