package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.host.ProcessUsage;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.tables.CellTables;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.FileColumn;
import org.pmemycsb.harness.result.FileColumns;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;
import org.pmemycsb.harness.result.Usage;

class UsageTest {
  private static final ProcessUsage SERVER =
      new ProcessUsage(500, 500, 1000, 500, 4096, 8192, 3 << 20);
  private static final PhaseResult FIRST =
      Phases.using(
          new Usage(900, new ProcessUsage(10, 0, 900, 0, 0, 0, 1 << 20), SERVER, null),
          Phases.valid("redis", "trace", "A", 1, 1, 1000));
  private static final PhaseResult SECOND =
      Phases.using(
          new Usage(100, new ProcessUsage(30, 10, 100, 0, 0, 0, 2 << 20), SERVER, null),
          Phases.valid("redis", "trace", "A", 1, 2, 1000));
  private static final PhaseResult EMBEDDED =
      Phases.using(
          new Usage(100, SERVER, null, null), Phases.valid("lmdb", "trace", "A", 1, 1, 1000));

  private static String row(PhaseResult... phases) throws Exception {
    List<Cell> cells = Cells.of(List.of(phases));
    Map<String, String> row = Rows.of(Csv.summary(cells)).get(0);
    return FileColumns.shown().stream()
        .map(FileColumn::name)
        .filter(name -> name.matches("(client|server)_.*"))
        .map(row::get)
        .collect(Collectors.joining(","));
  }

  private static List<String> heads(PhaseResult... phases) {
    Results results = Samples.results(List.of(phases), List.of());
    return new CellTables(Names.of(results.cells()))
        .all(results).columns().stream().map(Table.Column::text).toList();
  }

  @Test
  void totalsOfAllRunsAreDividedByTheirOperations() throws Exception {
    assertThat(row(FIRST, SECOND))
        .isEqualTo(
            "50.000,10.000,1.000,0.000,0.000,0.000,2.000,"
                + "2000.000,1000.000,2.000,1.000,8.192,16.384,3.000");
  }

  @Test
  void aStoreWithoutServerHasNoFiguresOfOne() throws Exception {
    assertThat(row(EMBEDDED)).endsWith(",3.000,,,,,,,");
  }

  @Test
  void anInvalidCellHasNoFigures() throws Exception {
    PhaseResult failed = Phases.invalid("redis", "trace", "A", 1, 2, "2 failed");

    assertThat(row(FIRST, failed)).isEqualTo(",".repeat(13));
    assertThat(heads(FIRST, failed)).doesNotContain("client CPU, us");
  }

  @Test
  void theTableOfAllCellsHasTheCostsThatAreKnown() {
    assertThat(heads(FIRST, SECOND)).contains("client CPU, us", "server memory, MiB");
    assertThat(heads(EMBEDDED)).contains("client CPU, us").doesNotContain("server CPU, us");
  }
}
