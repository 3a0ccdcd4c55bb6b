package org.pmemycsb.harness.report;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVPrinter;
import org.pmemycsb.harness.result.Capacity;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.PhaseResult;
import org.pmemycsb.harness.result.Restart;

/**
 * The file {@code runs.csv}: one row for each phase of each run, in the order of the journal. Names
 * mean the same as in {@link SummaryCsv}. Figures have all their digits, so that other programs
 * find the same means. An invalid phase has no figures.
 */
final class RunsCsv {
  static final String FILE = "runs.csv";

  // A new column is one entry at the end.
  private static final List<Column> COLUMNS =
      List.of(
          new Column("run", PhaseResult::run),
          new Column("invocation", phase -> phase.origin().invocation()),
          new Column("started_at", PhaseResult::startedAt),
          new Column("database", PhaseResult::database),
          new Column("version", phase -> phase.state().version()),
          new Column("phase", PhaseResult::phase),
          new Column("threads", run -> run.conditions().threads()),
          new Column("value_size_bytes", run -> run.conditions().valueSizeBytes()),
          new Column("durability", run -> run.conditions().durability()),
          new Column("medium", run -> run.conditions().medium()),
          new Column("runner", run -> run.conditions().runner()),
          new Column("place", run -> run.conditions().place()),
          new Column("machines", run -> Math.max(1, run.conditions().machines())),
          new Column("valid", PhaseResult::valid),
          new Column("reason", PhaseResult::reason),
          new Column("operations", run -> run.measurement().work().asked()),
          new Column("errors", run -> run.measurement().work().errors()),
          figure("good_operations", measured -> measured.work().good()),
          figure("seconds", measured -> measured.work().seconds()),
          figure("throughput_ops_s", Measurement::throughputOpsS),
          figure("read_p50_us", measured -> measured.latencies().reads().p50Us()),
          figure("read_p99_us", measured -> measured.latencies().reads().p99Us()),
          figure("read_p999_us", measured -> measured.latencies().reads().p999Us()),
          figure("write_p50_us", measured -> measured.latencies().writes().p50Us()),
          figure("write_p99_us", measured -> measured.latencies().writes().p99Us()),
          figure("write_p999_us", measured -> measured.latencies().writes().p999Us()),
          figure("read_service_p50_us", measured -> measured.latencies().reads().serviceP50Us()),
          figure("read_service_p99_us", measured -> measured.latencies().reads().serviceP99Us()),
          figure("read_service_p999_us", measured -> measured.latencies().reads().serviceP999Us()),
          figure("write_service_p50_us", measured -> measured.latencies().writes().serviceP50Us()),
          figure("write_service_p99_us", measured -> measured.latencies().writes().serviceP99Us()),
          figure(
              "write_service_p999_us", measured -> measured.latencies().writes().serviceP999Us()),
          figure("unsteady", measured -> measured.series().unsteady()),
          figure("offered_ops_s", measured -> measured.pace().offeredOpsS()),
          figure("sustained", measured -> measured.pace().sustained()),
          figure(
              "capacity_ops_s",
              measured ->
                  Optional.ofNullable(measured.capacity()).map(Capacity::opsS).orElse(null)),
          new Column("occupied_bytes", phase -> phase.state().occupiedBytes()),
          restart("restart_up_s", Restart::upSeconds),
          restart("restart_answer_s", Restart::answerSeconds),
          restart("restart_back_s", Restart::backSeconds),
          new Column("memory", run -> run.conditions().memory()),
          new Column("log_place", run -> run.conditions().logPlace()),
          new Column("log_occupied_bytes", phase -> phase.state().logOccupiedBytes()),
          figure("iterations_ops_s", measured -> iterations(measured.replay().iterationsOpsS())));

  private RunsCsv() {}

  private record Column(String name, Function<PhaseResult, Object> value) {}

  private static Column figure(String name, Function<Measurement, Object> value) {
    return new Column(name, run -> run.valid() ? value.apply(run.measurement()) : null);
  }

  /** With blanks between them; null for a phase in one piece. */
  private static String iterations(List<Double> opsS) {
    return opsS == null
        ? null
        : opsS.stream().map(rate -> text(rate).toString()).collect(Collectors.joining(" "));
  }

  private static Column restart(String name, Function<Restart, Object> time) {
    return figure(
        name, measured -> Optional.ofNullable(measured.start().restart()).map(time).orElse(null));
  }

  static String render(List<PhaseResult> phases) throws IOException {
    StringBuilder text = new StringBuilder();
    String[] header = COLUMNS.stream().map(Column::name).toArray(String[]::new);
    try (CSVPrinter csv = new CSVPrinter(text, SummaryCsv.format(header))) {
      for (PhaseResult phase : phases) {
        csv.printRecord(COLUMNS.stream().map(column -> text(column.value().apply(phase))));
      }
    }
    return text.toString();
  }

  private static Object text(Object value) {
    return value instanceof Double figure ? BigDecimal.valueOf(figure).toPlainString() : value;
  }
}
