package org.pmemycsb.harness.report.tables;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Columns;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.FileColumns;

/** The latency of writes beside a sync of the medium, and what an operation takes otherwise. */
public final class WhyTable {
  private static final String TITLE = "Why";
  private static final String READING =
      "A write that must survive waits for a sync of its medium, or for flushes and fences. The sync"
          + " is the median of the probe, of the place of the log where that lies apart. Flushes,"
          + " fences and syncs are shown where they were counted. CPU is processor time; bytes are"
          + " those written to devices.";
  private static final List<String> FIGURES =
      List.of(
          "flushes_per_op",
          "fences_per_op",
          "syncs_per_op",
          "client_cpu_us_per_op",
          "client_written_bytes_per_op",
          "server_cpu_us_per_op",
          "server_written_bytes_per_op");

  private WhyTable() {}

  /** A row for each workload that writes; nothing if there is none. */
  public static Section section(Results results, Names names) {
    List<Cell> cells =
        results.contenders().stream()
            .filter(cell -> cell.valid() && names.role(cell.key()) == Role.CONTENDER)
            .filter(cell -> !cell.key().phase().equals(Phase.LOAD.id()))
            .filter(cell -> cell.figure("write_p50_us").isPresent())
            .toList();
    Columns<Cell> columns = Throughput.labels(names, Cell::key);
    columns
        .text("phase", cell -> cell.key().phase())
        .number("write p50, us", cell -> Field.of(cell.figure("write_p50_us"), Figures::readable));
    if (cells.stream().anyMatch(cell -> sync(results, cell).isPresent())) {
      columns.number("one sync, us", cell -> Field.of(sync(results, cell), Figures::readable));
    }
    FIGURES.stream()
        .flatMap(name -> FileColumns.named(name).stream())
        .filter(column -> cells.stream().anyMatch(cell -> column.known(cell).isPresent()))
        .forEach(
            column ->
                columns.number(
                    column.head(), cell -> Field.of(column.known(cell), Figures::hundredths)));
    return Section.of(
        "why", TITLE, READING, columns.table("why-table", "For each operation", cells));
  }

  private static OptionalDouble sync(Results results, Cell cell) {
    String place = cell.key().logPlace().isEmpty() ? cell.key().place() : cell.key().logPlace();
    return Stream.ofNullable(results.environment().probes().get(place))
        .flatMapToDouble(probe -> probe.syncMicros().stream())
        .findFirst();
  }
}
