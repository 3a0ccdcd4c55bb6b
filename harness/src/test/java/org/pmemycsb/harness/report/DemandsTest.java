package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.analysis.Demands;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.probe.Limit;
import org.pmemycsb.harness.probe.Probes;
import org.pmemycsb.harness.report.format.PlainText;
import org.pmemycsb.harness.report.tables.Throughput;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Cells;
import org.pmemycsb.harness.result.Counts;
import org.pmemycsb.harness.result.Demand;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Phases;

class DemandsTest {
  private static final List<PhaseResult> MEASURED =
      List.of(
          Phases.valid("redis", "trace", "load", 1, 1, 1000),
          Phases.valid("redis", "trace", "A", 1, 1, 2000));
  // 10 lines and 360 bytes to files make 1000 bytes, for 500 bytes of records.
  private static final Counts COUNTS =
      new Counts(5, 10, 4, 20, 640, 0, 1, 0, 360, new Counts.Awaited(5, 8, 0));

  // Fences that wait for nothing, and lines that are flushed again, take the medium no time.
  private static final double LIMIT_MICROS =
      Limit.of(Probes.pmem()).orElseThrow().nanos(5, 8, 0) / 1000 / 10;

  private static Demand demand(Counts counts) {
    return new Demand(
        10,
        500,
        counts,
        new TreeMap<>(
            Map.of(
                "read", new Demand.Calls(5, 0, Counts.NONE),
                "update", new Demand.Calls(5, 500, counts))));
  }

  private static List<Cell> cells(PhaseResult... asides) {
    return Demands.of(List.of(asides), Cells.of(MEASURED), Samples.environment());
  }

  private static Results with(List<Cell> cells, PhaseResult... asides) {
    Results plain = Changed.with(Samples.results(MEASURED, List.of()), "cells", cells);
    return Changed.with(plain, "journal", Samples.journal(plain.phases(), List.of(asides)));
  }

  private static String document(Results results) {
    return Samples.document(results, "ledger-section");
  }

  @Test
  void theColumnsAreForEachOperation() throws Exception {
    List<Map<String, String>> rows =
        Rows.of(Csv.summary(cells(Phases.counted(demand(COUNTS), MEASURED.get(1)))));

    assertThat(rows.get(1))
        .containsEntry("phase", "A")
        .containsEntry("flushes_per_op", "0.500")
        .containsEntry("fences_per_op", "2.000")
        .containsEntry("persisted_bytes_per_op", "100.000")
        .containsEntry("syncs_per_op", "0.100")
        .containsEntry("write_amplification", "2.000");
    assertThat(rows.get(0))
        .as("the load was not counted")
        .containsEntry("flushes_per_op", "")
        .containsEntry("write_amplification", "");
  }

  @Test
  void bytesThatASyncOfAMappingWroteAreNotKnown() throws Exception {
    Counts mapped = new Counts(5, 10, 4, 20, 640, 0, 3, 2, 360, Counts.Awaited.NONE);

    assertThat(Rows.of(Csv.summary(cells(Phases.counted(demand(mapped), MEASURED.get(1))))).get(1))
        .containsEntry("flushes_per_op", "0.500")
        .containsEntry("fences_per_op", "2.000")
        .containsEntry("persisted_bytes_per_op", "")
        .containsEntry("syncs_per_op", "0.300")
        .containsEntry("write_amplification", "");
  }

  @Test
  void aCountingRunChangesNoOtherFigure() {
    List<Cell> counted = cells(Phases.counted(demand(COUNTS), MEASURED.get(1)));

    assertThat(counted.stream().map(cell -> cell.asking(Cell.Medium.UNKNOWN)))
        .isEqualTo(Cells.of(MEASURED));
  }

  @Test
  void theReportHasARowForThePhaseAndOneForEachKindOfCall() {
    PhaseResult aside = Phases.counted(demand(COUNTS), MEASURED.get(1));

    assertThat(document(with(cells(aside), aside)))
        .contains("| redis | 1 | 1 KiB | A | all | 0.50 | 1.00 | 0.40 | 2.00 |")
        .contains("| redis | 1 | 1 KiB | A | update | 1.00 | 2.00 | 0.80 | 4.00 |")
        .contains("| redis | 1 | 1 KiB | A | read | 0.00 |");
  }

  @Test
  void theLimitIsTheTimeOfTheMediumAlone() {
    PhaseResult placed = Phases.at("pmem", "tmpfs", MEASURED.get(1));
    PhaseResult aside = Phases.counted(demand(COUNTS), placed);
    List<Cell> cells = Demands.of(List.of(aside), Cells.of(List.of(placed)), Samples.environment());
    Results unprobed = with(cells, aside);
    Results probed =
        Changed.with(
            unprobed, "environment", unprobed.environment().probed(Map.of("pmem", Probes.pmem())));

    assertThat(document(probed))
        .contains(String.format(Locale.ROOT, "| 100 | 2.00 | %.2f |", LIMIT_MICROS))
        .as("reads ask for no fence, so they have no limit")
        .containsPattern("\\| A \\| read \\| (0\\.00 \\| ){9}\\| \\|\n");
    assertThat(document(unprobed)).contains("| 100 | 2.00 | |");
  }

  @Test
  void theLimitStandsBelowItsCellAndInTheSummary() throws Exception {
    List<PhaseResult> four =
        List.of(
            Phases.at("pmem", "tmpfs", Phases.valid("redis", "trace", "load", 4, 1, 1000)),
            Phases.at("pmem", "tmpfs", Phases.valid("redis", "trace", "A", 4, 1, 2000)));
    PhaseResult aside = Phases.counted(demand(COUNTS), four.get(1));
    List<Cell> cells =
        Demands.of(
            List.of(aside),
            Cells.of(four),
            Samples.environment().probed(Map.of("pmem", Probes.pmem())));

    assertThat(PlainText.of(Throughput.table(cells, List.of(), Set.of())).lines())
        .anySatisfy(
            line ->
                assertThat(line)
                    .matches(
                        String.format(
                            Locale.ROOT,
                            "redis medium \\(limit\\) +4 +1 KiB +%,.0f *",
                            4e6 / LIMIT_MICROS)));
    assertThat(Rows.of(Csv.summary(cells)))
        .extracting(row -> row.get("medium_limit_us"))
        .containsExactly("", String.format(Locale.ROOT, "%.3f", LIMIT_MICROS));
    assertThat(PlainText.of(Throughput.table(cells(aside), List.of(), Set.of())))
        .as("no probe")
        .doesNotContain("(limit)");
  }

  @Test
  void anInvalidCellHasNoLimit() throws Exception {
    PhaseResult counted =
        Phases.counted(demand(COUNTS), Phases.at("pmem", "tmpfs", MEASURED.get(1)));
    PhaseResult failed =
        Phases.at("pmem", "tmpfs", Phases.invalid("redis", "trace", "A", 1, 1, "2 failed"));
    List<Cell> cells =
        Demands.of(
            List.of(counted),
            Cells.of(List.of(failed)),
            Samples.environment().probed(Map.of("pmem", Probes.pmem())));

    assertThat(PlainText.of(Throughput.table(cells, List.of(), Set.of())))
        .contains("INVALID")
        .doesNotContain("(limit)");
    assertThat(Rows.of(Csv.summary(cells)).get(0)).containsEntry("medium_limit_us", "");
  }

  @Test
  void whatCouldNotBeCountedIsSaid() {
    PhaseResult aside = Phases.counted(null, Phases.invalid("redis", "trace", "A", 1, 1, "static"));

    assertThat(cells(aside)).allMatch(cell -> cell.medium().demand().isEmpty());
    assertThat(document(with(cells(aside), aside))).containsPattern("redis: .*; static\\.");
  }

  @Test
  void withoutCountsThereIsNoSection() {
    assertThat(document(with(cells()))).isEmpty();
  }
}
