package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.tables.CellTables;
import org.pmemycsb.harness.report.tables.Throughput;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;

/** A target that a database did not carry, in tables and files. */
class UnsustainedTest {
  private static final PhaseResult CARRIED =
      Phases.paced(Phases.valid("pmemkv", "C", 1, 1, 1000), 1);
  private static final PhaseResult MISSED =
      Phases.paced(Phases.valid("redis", "C", 1, 1, 800), 0.8);

  @Test
  void itHasItsRateAndNoPercentiles() throws Exception {
    List<String> lines = Csv.summary(Cells.of(List.of(CARRIED, MISSED))).lines().toList();

    assertThat(lines.get(0)).contains(",sustained,");
    assertThat(lines.get(1)).contains(",1000.000,,,1.500,9.250,").matches(".*,true,+1,+all,+");
    assertThat(lines.get(2)).contains(",800.000,,,,,,,0,true").matches(".*,false,+1,+all,+");
  }

  @Test
  void tablesSayIt() {
    List<Cell> cells = Cells.of(List.of(CARRIED, MISSED));

    assertThat(PlainText.of(Throughput.table(cells, List.of(), Set.of())))
        .contains("800 UNSUSTAINED")
        .doesNotContain("1,000 UNSUSTAINED");
    assertThat(
            PlainText.of(
                new CellTables(Names.of(cells))
                    .all(Samples.results(List.of(CARRIED, MISSED), List.of()))))
        .contains("800 UNSUSTAINED");
  }
}
