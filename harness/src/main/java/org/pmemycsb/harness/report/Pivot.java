package org.pmemycsb.harness.report;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pmemycsb.harness.report.chart.Chart.Role;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Conditions;

/**
 * The cells as a table: a row for each database and set of conditions, a column for each phase;
 * both in the order in which the cells bring them up.
 */
record Pivot(List<String> phases, List<Row> rows) {
  /**
   * A row.
   *
   * @param name of the database, and what it needs to be told from others
   * @param byPhase the cells that there are
   */
  record Row(String name, Role role, int threads, int valueSize, Map<String, Cell> byPhase) {}

  private record Key(String name, Role role, int threads, int valueSize) {}

  static Pivot of(List<Cell> cells) {
    Names names = Names.of(cells);
    Set<String> phases = new LinkedHashSet<>();
    Map<Key, Map<String, Cell>> rows = new LinkedHashMap<>();
    for (Cell cell : cells) {
      Conditions key = cell.key();
      phases.add(key.phase());
      rows.computeIfAbsent(
              new Key(names.of(key), names.role(key), key.threads(), key.valueSizeBytes()),
              row -> new LinkedHashMap<>())
          .put(key.phase(), cell);
    }
    return new Pivot(
        List.copyOf(phases),
        rows.entrySet().stream()
            .map(
                row ->
                    new Row(
                        row.getKey().name(),
                        row.getKey().role(),
                        row.getKey().threads(),
                        row.getKey().valueSize(),
                        row.getValue()))
            .toList());
  }
}
