package org.pmemycsb.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.analysis.Beside;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.host.Environment;
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
  private static final PhaseResult LOAD =
      Phases.at("pmem", "tmpfs", Phases.valid("redis", "trace", "load", 4, 1, 1000));
  private static final PhaseResult A =
      Phases.at("pmem", "tmpfs", Phases.valid("redis", "trace", "A", 4, 1, 2000));
  private static final Environment PROBED =
      Samples.environment().probed(Map.of("pmem", Probes.pmem()));
  // 10 lines and 360 bytes to files make 1000 bytes, for 500 bytes of records.
  private static final Counts COUNTS =
      new Counts(5, 10, 4, 20, 640, 0, 1, 0, 360, new Counts.Awaited(5, 8, 0));
  private static final PhaseResult COUNTED = Phases.counted(demand(COUNTS), A);

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

  private static List<Cell> cells(Environment on, PhaseResult a, PhaseResult... beside) {
    return Beside.demands(List.of(beside), Cells.of(List.of(LOAD, a)), on);
  }

  private static Map<String, String> row(Environment on, PhaseResult a, PhaseResult counted)
      throws Exception {
    return Rows.of(Csv.summary(cells(on, a, counted))).get(1);
  }

  private static String throughput(Environment on, PhaseResult a) {
    return PlainText.of(Throughput.table(cells(on, a, COUNTED), List.of(), Set.of()));
  }

  private static String document(Environment on, PhaseResult... beside) {
    Results plain =
        Changed.with(
            Samples.results(on, List.of(LOAD, A), List.of()), "cells", cells(on, A, beside));
    return Samples.document(
        Changed.with(plain, "journal", Samples.journal(plain.phases(), List.of(beside))),
        "ledger-section");
  }

  private static String text(String format, double figure) {
    return String.format(Locale.ROOT, format, figure);
  }

  @Test
  void theColumnsAreForEachOperation() throws Exception {
    assertThat(row(PROBED, A, COUNTED))
        .containsEntry("flushes_per_op", "0.500")
        .containsEntry("fences_per_op", "2.000")
        .containsEntry("persisted_bytes_per_op", "100.000")
        .containsEntry("syncs_per_op", "0.100")
        .containsEntry("write_amplification", "2.000")
        .containsEntry("medium_limit_us", text("%.3f", LIMIT_MICROS));
    assertThat(Rows.of(Csv.summary(cells(PROBED, A, COUNTED))).get(0))
        .as("the load was not counted")
        .containsEntry("flushes_per_op", "")
        .containsEntry("write_amplification", "")
        .containsEntry("medium_limit_us", "");
  }

  @Test
  void bytesThatASyncOfAMappingWroteAreNotKnown() throws Exception {
    Counts mapped = new Counts(5, 10, 4, 20, 640, 0, 3, 2, 360, Counts.Awaited.NONE);

    assertThat(row(PROBED, A, Phases.counted(demand(mapped), A)))
        .containsEntry("flushes_per_op", "0.500")
        .containsEntry("fences_per_op", "2.000")
        .containsEntry("persisted_bytes_per_op", "")
        .containsEntry("syncs_per_op", "0.300")
        .containsEntry("write_amplification", "");
  }

  @Test
  void aCountingRunChangesNoOtherFigure() {
    assertThat(cells(PROBED, A, COUNTED).stream().map(cell -> cell.asking(Cell.Medium.UNKNOWN)))
        .isEqualTo(Cells.of(List.of(LOAD, A)));
  }

  @Test
  void theReportHasARowForThePhaseAndOneForEachKindOfCall() {
    assertThat(document(PROBED, COUNTED))
        .contains("| redis | 4 | 1 KiB | A | all | 0.50 | 1.00 | 0.40 | 2.00 |")
        .contains("| redis | 4 | 1 KiB | A | update | 1.00 | 2.00 | 0.80 | 4.00 |")
        .contains("| redis | 4 | 1 KiB | A | read | 0.00 |")
        .contains(text("| 100 | 2.00 | %.2f |", LIMIT_MICROS))
        .as("reads ask for no fence, so they have no limit")
        .containsPattern("\\| A \\| read \\| (0\\.00 \\| ){9}\\| \\|\n");
    assertThat(document(Samples.environment(), COUNTED)).contains("| 100 | 2.00 | |");
    assertThat(document(PROBED)).isEmpty();
  }

  @Test
  void theLimitStandsBelowItsCellUnlessThatIsInvalid() throws Exception {
    assertThat(throughput(PROBED, A))
        .containsPattern(
            "(?m)^redis medium \\(limit\\) +4 +1 KiB +"
                + String.format(Locale.ROOT, "%,.0f *$", 4e6 / LIMIT_MICROS));
    assertThat(throughput(Samples.environment(), A)).doesNotContain("(limit)");
    PhaseResult failed =
        Phases.at("pmem", "tmpfs", Phases.invalid("redis", "trace", "A", 4, 1, "2 failed"));
    assertThat(throughput(PROBED, failed)).contains("INVALID").doesNotContain("(limit)");
    assertThat(row(PROBED, failed, COUNTED)).containsEntry("medium_limit_us", "");
  }

  @Test
  void whatCouldNotBeCountedIsSaid() {
    assertThat(
            document(
                PROBED,
                Phases.counted(null, Phases.invalid("redis", "trace", "A", 4, 1, "static"))))
        .doesNotContain("| A |")
        .containsPattern("redis: .*; static\\.");
  }
}
