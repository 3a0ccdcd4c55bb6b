package org.pmemycsb.harness.analysis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.pmemycsb.harness.host.Environment;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.result.Ratio;
import org.pmemycsb.harness.result.ResultFolder;

/**
 * Compares results of several runs or machines with the first. Cells match when database, phase,
 * threads, value size, durability, runner and place are equal. Machine and medium may differ; the
 * head of a column names them.
 *
 * @param lines those that can be compared come first
 */
public record Comparisons(List<Side> sides, List<Line> lines) {
  public record Side(String name, Results results, Map<Conditions, Cell> cells) {}

  /** A cell of each side, in their order; null if a side has none. */
  public record Line(Conditions key, List<Cell> cells) {}

  /**
   * @param folders at least two
   */
  public static Comparisons of(List<ResultFolder> folders) throws IOException {
    List<Results> results = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (ResultFolder folder : folders) {
      results.add(Analysis.of(folder));
      names.add(folder.path().toAbsolutePath().normalize().getFileName().toString());
    }
    return of(names, results);
  }

  public static Comparisons of(List<String> names, List<Results> results) {
    List<Side> sides = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      String name = names.get(i);
      boolean alone = Collections.frequency(names, name) == 1;
      String named = (alone ? name : name + " #" + (i + 1)) + " (" + where(results.get(i)) + ")";
      sides.add(new Side(named, results.get(i), byKey(results.get(i).cells())));
    }
    List<Line> lines =
        sides.stream()
            .flatMap(side -> side.cells.keySet().stream())
            .distinct()
            .map(key -> new Line(key, sides.stream().map(side -> side.cells.get(key)).toList()))
            .sorted(Comparator.comparingInt(line -> Collections.frequency(line.cells, null)))
            .toList();
    return new Comparisons(sides, lines);
  }

  private static String where(Results results) {
    Environment.Hardware hardware = results.environment().hardware();
    String name = hardware.name().equals(Environment.UNKNOWN) ? hardware.cpu() : hardware.name();
    return name
        + ", "
        + results.contenders().stream()
            .map(cell -> cell.key().medium())
            .distinct()
            .collect(Collectors.joining(", "));
  }

  private static Map<Conditions, Cell> byKey(List<Cell> cells) {
    Map<Conditions, Cell> all = new LinkedHashMap<>();
    for (Cell cell : cells) {
      // A restart has no throughput.
      if (!cell.restarts()) {
        boolean searched = cell.capacity().estimate().isPresent();
        all.put(cell.key().anywhere(), searched ? cell.asCapacity() : cell);
      }
    }
    return all;
  }

  /** A side compared with the first; empty where one of the two has no figure. */
  public Optional<Ratio> comparison(Line line, int side) {
    Cell upper = line.cells.get(side);
    Cell lower = line.cells.get(0);
    return usable(upper) && usable(lower)
        ? Optional.of(Ratio.between(Ratio.Rule.COMPARE, upper, lower))
        : Optional.empty();
  }

  public static boolean usable(Cell cell) {
    return cell != null && cell.usable();
  }
}
