package org.pmemycsb.harness.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.design.ByteSize;
import org.pmemycsb.harness.experiment.Experiment;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.report.chart.Chart.Role;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Reading;
import org.pmemycsb.harness.statistics.Comparison;

/**
 * Compares results of several runs or machines with the first. Cells match when database, phase,
 * threads, value size, durability, runner and place are equal. Machine and medium may differ; the
 * head of a column names them.
 */
public final class Comparisons {
  private final List<Side> sides;
  private final List<Line> lines;
  private final List<String> remarks;
  private final Names names;
  private final long seed;

  /** One folder. */
  record Side(String name, Results results, Map<Conditions, Cell> cells) {}

  /** A cell of each side, by place; null where a side has none. */
  record Line(Conditions key, List<Cell> cells) {
    private int missing() {
      return Collections.frequency(cells, null);
    }
  }

  private Comparisons(List<Side> sides) {
    this.sides = sides;
    this.seed = sides.get(0).results().experiment().seed();
    this.lines = lines(sides);
    this.remarks = remarks(sides, lines);
    this.names = new Names(lines.stream().map(Line::key).toList());
  }

  /**
   * Compares folders with the first.
   *
   * @param folders at least two
   */
  public static Comparisons of(List<ResultFolder> folders) throws IOException {
    List<Results> results = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (ResultFolder folder : folders) {
      results.add(folder.results());
      names.add(folder.path().toAbsolutePath().normalize().getFileName().toString());
    }
    return of(names, results);
  }

  static Comparisons of(List<String> names, List<Results> results) {
    List<Side> sides = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      String name = names.get(i);
      boolean taken = names.indexOf(name) != names.lastIndexOf(name);
      sides.add(
          new Side(
              (taken ? name + " #" + (i + 1) : name) + " (" + where(results.get(i)) + ")",
              results.get(i),
              byKey(results.get(i).cells(), results.get(i).environment())));
    }
    return new Comparisons(sides);
  }

  private static String where(Results results) {
    Environment on = results.environment();
    String machine = on.machine().equals(Environment.UNKNOWN) ? on.cpu() : on.machine();
    return machine + ", " + on.media();
  }

  private static Map<Conditions, Cell> byKey(List<Cell> cells, Environment on) {
    Map<Conditions, Cell> all = new LinkedHashMap<>();
    cells.forEach(
        cell ->
            all.put(
                placed(cell.key(), on).anywhere(),
                cell.capacity().isPresent() ? cell.asCapacity() : cell));
    return all;
  }

  // Older versions had a single place, which their cells do not name.
  private static Conditions placed(Conditions key, Environment on) {
    return key.place().isEmpty()
            && key.mediumReading().source() == Reading.Source.READ
            && on.places().size() == 1
        ? key.at(on.places().keySet().iterator().next())
        : key;
  }

  // The lines that can be compared come first.
  private static List<Line> lines(List<Side> sides) {
    return sides.stream()
        .flatMap(side -> side.cells().keySet().stream())
        .distinct()
        .map(key -> new Line(key, sides.stream().map(side -> side.cells().get(key)).toList()))
        .sorted(Comparator.comparingInt(Line::missing))
        .toList();
  }

  private static List<String> remarks(List<Side> sides, List<Line> lines) {
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
        .filter(side -> side.results().load().filter(load -> load.busy()).isPresent())
        .forEach(side -> all.add(side.name() + ": the machine was busy with other work"));
    sides.forEach(side -> all.addAll(side.results().remarks()));
    for (int i = 1; i < sides.size(); i++) {
      int at = i;
      long gone =
          lines.stream()
              .filter(line -> line.cells().get(0) != null && line.cells().get(at) == null)
              .count();
      if (gone > 0) {
        all.add(sides.get(i).name() + " lacks " + gone + " cells of the first");
      }
    }
    return all.stream().distinct().toList();
  }

  private static String idleProcessors(Side side) {
    return Facts.idleProcessors(side.results().environment());
  }

  /** Remarks that belong to the table. */
  public List<String> remarks() {
    return remarks;
  }

  List<Side> sides() {
    return sides;
  }

  List<Line> lines() {
    return lines;
  }

  Names names() {
    return names;
  }

  /** A side compared with the first; empty where one of the two has no figure. */
  Optional<Comparison> comparison(Line line, int side) {
    Cell base = line.cells().get(0);
    Cell other = line.cells().get(side);
    return usable(base) && usable(other)
        ? Optional.of(Comparison.of(other.figures(), base.figures(), seed))
        : Optional.empty();
  }

  /** Whether there is a figure. */
  static boolean usable(Cell cell) {
    return cell != null && cell.usable();
  }

  /**
   * The cells that are slower than those of the first folder by more than a share, and the cells
   * that are INVALID where the first folder has a figure. A cell is slower if the whole 95 %
   * interval of the ratio lies below 1 less that share, and a Mann-Whitney test finds a difference
   * at 5 %.
   *
   * @param share from 0 to 1
   * @return a line for each
   */
  public List<String> slowerThan(double share) {
    List<String> slower = new ArrayList<>();
    for (Line line : lines) {
      for (int side = 1; side < sides.size(); side++) {
        Cell other = line.cells().get(side);
        String what = sides.get(side).name() + ": " + describe(line.key());
        if (usable(line.cells().get(0)) && other != null && !usable(other)) {
          slower.add(what + ": INVALID: " + String.join("; ", other.reasons()));
        }
        comparison(line, side)
            .filter(
                each ->
                    each.verdict() == Comparison.Verdict.SLOWER && each.ratio().high() < 1 - share)
            .ifPresent(each -> slower.add(what + ": " + ratio(each)));
      }
    }
    return slower;
  }

  /** The number of cells with too few runs for {@link #slowerThan}. */
  public long untestable() {
    return lines.stream()
        .filter(line -> names.role(line.key()) == Role.CONTENDER)
        .filter(
            line ->
                line.cells().stream()
                    .anyMatch(cell -> usable(cell) && cell.samples().size() < Comparison.FEWEST))
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
  static String ratio(Comparison comparison) {
    return String.format(
        Locale.ROOT,
        comparison.hasInterval() ? "%.2f [%.2f to %.2f]" : "%.2f (one run, no interval)",
        comparison.ratio().figure(),
        comparison.ratio().low(),
        comparison.ratio().high());
  }
}
