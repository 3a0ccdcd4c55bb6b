package org.pmemycsb.harness.report.tables;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.analysis.Calibration;
import org.pmemycsb.harness.analysis.Results;
import org.pmemycsb.harness.plan.design.ByteSize;
import org.pmemycsb.harness.report.model.Chart.Role;
import org.pmemycsb.harness.report.model.Figures;
import org.pmemycsb.harness.report.model.Names;
import org.pmemycsb.harness.report.model.Note;
import org.pmemycsb.harness.report.model.Section;
import org.pmemycsb.harness.report.model.Section.Output;
import org.pmemycsb.harness.report.model.Table;
import org.pmemycsb.harness.report.model.Table.Columns;
import org.pmemycsb.harness.report.model.Table.Field;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.FileColumn;
import org.pmemycsb.harness.result.FileColumns;
import org.pmemycsb.harness.statistics.Estimate;

/** Tables with a row for each cell. */
public record CellTables(Names names) {
  public static final String LONGEST = "longest";

  public static final String BOUNDS =
      "`noop (floor)` is the time of the harness for an operation of a thread, on a database that"
          + " does nothing. `native (ceiling)` is the store without Java: the database's own program"
          + " replays the same operations. `trace/native` is the ratio of both in the same repeats,"
          + " with its 95 % interval.";

  private static final String WHY =
      "A write that must survive waits for a sync of its medium, or for flushes and fences. The sync"
          + " is the median of the probe, of the place of the log where that lies apart. Flushes,"
          + " fences and syncs are shown where they were counted. CPU is processor time; bytes are"
          + " those written to devices.";
  private static final List<String> COSTS =
      List.of(
          "flushes_per_op",
          "fences_per_op",
          "syncs_per_op",
          "client_cpu_us_per_op",
          "client_written_bytes_per_op",
          "server_cpu_us_per_op",
          "server_written_bytes_per_op");

  private static final String RESTART = "Restart";
  private static final String RESTARTS =
      "Seconds after SIGKILL and the command to start again: until the database is up, until its"
          + " first right answer, and until its throughput is within 10 % of that before the kill."
          + " A store in the process of its clients comes back in a fresh JVM. Its compiler is part"
          + " of the last figure. Data is the size of keys and values.";
  private static final String ANSWER = "restart_answer_s";

  public Columns<Cell> columns() {
    Columns<Cell> columns = Throughput.databases(names, Cell::key);
    columns.text("phase", cell -> cell.key().phase());
    return Throughput.sizes(columns, Cell::key).bound(cell -> names.role(cell.key()) == Role.BOUND);
  }

  public Table invalid(List<Cell> invalid) {
    return columns()
        .number(
            "valid runs",
            cell ->
                Field.number(
                    cell.repeats().valid() + " of " + cell.repeats().made(),
                    cell.repeats().valid()))
        .text("why", cell -> String.join("; ", cell.repeats().reasons()))
        .table("invalid", "Cells without a figure, and why", invalid);
  }

  private Stream<Cell> contenders(List<Cell> cells) {
    return cells.stream().filter(cell -> cell.valid() && names.role(cell.key()) == Role.CONTENDER);
  }

  /** Microseconds by percentile, as in {@code summary.csv}. */
  public Table percentiles(Results results) {
    List<Cell> known =
        contenders(results.cells())
            .filter(
                cell ->
                    cell.figure("read_p50_us").isPresent()
                        || cell.figure("write_p50_us").isPresent())
            .toList();
    Columns<Cell> columns =
        columns()
            .number("read p50", latency("read_p50_us"))
            .number("p99", latency("read_p99_us"))
            .number("p99.9", latency("read_p999_us"))
            .number("write p50", latency("write_p50_us"))
            .number("p99", latency("write_p99_us"))
            .number("p99.9", latency("write_p999_us"));
    if (known.stream().anyMatch(cell -> cell.figure("longest_us").isPresent())) {
      columns.number(LONGEST, latency("longest_us"));
    }
    return columns.table("percentiles", "Latency in microseconds", known);
  }

  private static Function<Cell, Field> latency(String column) {
    return cell -> Field.of(cell.figure(column), Figures::readable);
  }

  /** Every cell, as in {@code summary.csv}. */
  public Table all(Results results) {
    Columns<Cell> columns =
        columns()
            .text("durability", cell -> cell.key().durability())
            .text("medium", cell -> cell.key().medium())
            .text("runner", cell -> cell.key().runner())
            .number(
                "ops/s",
                cell ->
                    cell.rate().isPresent()
                        ? Field.of(
                            cell.rate(),
                            rate -> Figures.grouped(rate) + Throughput.unsustained(cell))
                        : Field.INVALID)
            .number("low", cell -> end(shown(cell), Estimate::low))
            .number("high", cell -> end(shown(cell), Estimate::high));
    addKnown(columns, results.cells(), FileColumns.shown().stream(), Figures::readable);
    return columns.table("cells", "Every cell, as in summary.csv", results.cells());
  }

  private static Cell.Rate shown(Cell cell) {
    return cell.valid() ? cell.throughput() : Cell.Rate.NONE;
  }

  private static Field end(Cell.Rate rate, Function<Estimate, OptionalDouble> end) {
    return Field.of(
        rate.estimate().filter(known -> known.figure() > 0).map(end).orElse(OptionalDouble.empty()),
        Figures::grouped);
  }

  /** Adds those of the columns that some cell has a figure for. */
  private static void addKnown(
      Columns<Cell> columns,
      List<Cell> cells,
      Stream<FileColumn> wanted,
      DoubleFunction<String> text) {
    wanted
        .filter(column -> cells.stream().anyMatch(cell -> column.known(cell).isPresent()))
        .forEach(
            column -> columns.number(column.head(), cell -> Field.of(column.known(cell), text)));
  }

  /**
   * The latency of writes beside a sync of the medium, and the other costs of an operation: a row
   * for each workload that writes.
   */
  public Section why(Results results) {
    List<Cell> cells =
        contenders(results.contenders())
            .filter(cell -> !cell.key().isLoad())
            .filter(cell -> cell.figure("write_p50_us").isPresent())
            .toList();
    Columns<Cell> columns =
        Throughput.phased(names, Cell::key).number("write p50, us", latency("write_p50_us"));
    if (cells.stream().anyMatch(cell -> sync(results, cell).isPresent())) {
      columns.number("one sync, us", cell -> Field.of(sync(results, cell), Figures::readable));
    }
    addKnown(
        columns,
        cells,
        COSTS.stream().flatMap(name -> FileColumns.named(name).stream()),
        Figures::hundredths);
    return Section.of("why", "Why", WHY, columns.table("why-table", "For each operation", cells));
  }

  private static OptionalDouble sync(Results results, Cell cell) {
    return Stream.ofNullable(results.environment().probes().get(cell.key().home()))
        .flatMapToDouble(probe -> probe.syncMicros().stream())
        .findFirst();
  }

  /** The times of the restarts; nothing without restarts. */
  public static Section restarts(Results results) {
    List<Cell> cells = results.restarts();
    Table table =
        Throughput.labels(Names.of(cells), Cell::key)
            .number(
                "data", cell -> data(results.experiment().dataBytes(cell.key().valueSizeBytes())))
            .number("up, s", cell -> seconds(cell, "restart_up_s", Field.NONE))
            .number("first answer, s", cell -> seconds(cell, ANSWER, Field.NONE))
            .number(
                "throughput back, s",
                cell -> seconds(cell, "restart_back_s", Field.text("not in the phase")))
            .table("restart", RESTART, cells);
    return Section.of("restart-section", RESTART, RESTARTS, table)
        .in(Output.PAGE, Output.DOCUMENT, Output.DETAILS);
  }

  private static Field data(long bytes) {
    return Field.number(Figures.readable(bytes / (double) (1 << 20)) + " MiB", bytes);
  }

  private static Field seconds(Cell cell, String time, Field unknown) {
    return cell.valid()
        ? cell.estimate(time).map(known -> Field.of(known, Figures::trimmed, ", ")).orElse(unknown)
        : Field.INVALID;
  }

  /** The time until the first right answer, in seconds; empty if unknown. */
  public static Optional<Estimate> answer(Cell cell) {
    return cell.estimate(ANSWER);
  }

  /** The shortest and the longest time until the first right answer; empty without valid ones. */
  public static Optional<String> restartRange(List<Cell> cells) {
    Names names = Names.of(cells);
    List<Cell> known =
        cells.stream()
            .filter(cell -> cell.valid() && answer(cell).isPresent())
            .sorted(Comparator.comparingDouble(cell -> answer(cell).get().figure()))
            .toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    Cell fastest = known.get(0);
    Cell slowest = known.get(known.size() - 1);
    String least = shown(answer(fastest).get());
    return Optional.of(
        known.size() == 1
            ? "After a kill, %s gives the first right answer after %s."
                .formatted(where(fastest, names, cells), least)
            : "After a kill, the first right answer comes from %s after %s, and from %s after %s."
                .formatted(
                    where(fastest, names, cells),
                    least,
                    where(slowest, names, cells),
                    shown(answer(slowest).get())));
  }

  private static String where(Cell cell, Names names, List<Cell> cells) {
    boolean sizes = several(cells, each -> each.key().valueSizeBytes());
    boolean threads = several(cells, each -> each.key().threads());
    return Stream.of(
            names.of(cell.key()),
            names.placed() ? "@" + cell.key().where() : "",
            sizes ? "with " + ByteSize.format(cell.key().valueSizeBytes()) + " values" : "",
            threads ? "with " + cell.key().threads() + " threads" : "")
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /** The highest rates that hold the goal. */
  public Table capacities(List<Cell> found) {
    return columns()
        .number("capacity", cell -> capacity(cell.capacity().estimate().orElseThrow()))
        .number("low", cell -> end(cell.capacity(), Estimate::low))
        .number("high", cell -> end(cell.capacity(), Estimate::high))
        .table("capacities", "", found);
  }

  private static Field capacity(Estimate found) {
    return found.figure() > 0
        ? Field.number(Figures.grouped(found.figure()), found.figure())
        : Field.number("holds it at no rate", 0);
  }

  private static <T> boolean several(List<T> things, Function<T, Object> part) {
    return things.stream().map(part).distinct().count() > 1;
  }

  private static String shown(Estimate known) {
    return Figures.trimmed(known.figure())
        + " s"
        + Figures.interval(known, Figures::trimmed, " to ").map(" (%s)"::formatted).orElse("");
  }

  /** The cells with their floor and ceiling; columns for what was measured. */
  public static Table bounds(List<Calibration> cells) {
    boolean mixed = several(cells, cell -> cell.subject().durability());
    Columns<Calibration> columns =
        new Columns<Calibration>()
            .text(
                "database",
                cell ->
                    cell.subject().database()
                        + (mixed ? " (" + cell.subject().durability() + ")" : ""));
    if (several(cells, Calibration::place)) {
      columns.text(Table.PLACE, Calibration::place);
    }
    columns
        .number("threads", cell -> Field.whole(cell.subject().threads()))
        .number("value", cell -> Field.bytes(cell.subject().valueSizeBytes()))
        .text("phase", cell -> cell.subject().phase())
        .number("noop (floor)", cell -> number("%.0f ns", cell.floorNs()))
        .number("trace runner", cell -> number("%,.0f", Optional.of(cell.traceOpsS())))
        .number("native (ceiling)", cell -> number("%,.0f", cell.ceilingOpsS()))
        .number("trace/native", cell -> ratio(cell.ofCeiling()));
    if (cells.stream().anyMatch(cell -> cell.stockOpsS().isPresent())) {
      columns
          .number("stock ycsb", cell -> number("%,.0f", cell.stockOpsS()))
          .number("trace/ycsb", cell -> ratio(cell.overStock()));
    }
    return columns.table("bounds", "Floor and ceiling", cells);
  }

  private static Field number(String format, Optional<Double> figure) {
    return figure.map(known -> Field.number(Figures.text(format, known), known)).orElse(Field.NONE);
  }

  private static Field ratio(Optional<Estimate> ratio) {
    return ratio
        .map(known -> Field.of(known, end -> Figures.text("%.2f", end), "-"))
        .map(
            field ->
                field.interval().isEmpty()
                    ? field.within(Plural.of(ratio.get().samples(), "repeat"))
                    : field)
        .orElse(Field.NONE);
  }

  /** The phases without a ceiling: a sentence for each reason. */
  public static List<Note> withoutCeiling(List<Calibration> cells, boolean warning) {
    Map<String, Set<String>> phases = new TreeMap<>();
    cells.forEach(
        cell ->
            cell.noCeiling()
                .ifPresent(
                    why ->
                        phases
                            .computeIfAbsent(why, any -> new LinkedHashSet<>())
                            .add(cell.subject().database() + " " + cell.subject().phase())));
    return phases.entrySet().stream()
        .map(
            each ->
                "No ceiling is shown for %s: %s."
                    .formatted(String.join(", ", each.getValue()), each.getKey()))
        .map(text -> new Note(warning, text))
        .toList();
  }
}
