package org.pmemycsb.harness.result;

import static org.pmemycsb.harness.result.FileColumn.figure;
import static org.pmemycsb.harness.result.Summary.LARGEST;
import static org.pmemycsb.harness.result.Summary.MEAN;
import static org.pmemycsb.harness.result.Summary.PERCENTILE;
import static org.pmemycsb.harness.result.Summary.PER_OPERATION;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.pmemycsb.harness.host.ProcessUsage;
import org.pmemycsb.harness.plan.settings.Dimension;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * All columns. {@code runs.csv}, {@code summary.csv}, {@code summary.json}, the table of all cells,
 * the figures of a {@link Cell} and the table of docs/reference/formats.md follow from this list. A
 * new column is one entry.
 */
public final class FileColumns {
  public static final String WRITTEN_BEFORE = "written_before";

  private static final String COUNT =
      "[counts](../guide/medium.md#the-counts) of a separate run, for each operation";
  private static final String CAPACITY =
      "[highest rate that holds the goal](../guide/load.md#capacity-under-a-goal); 0 if no rate does";
  private static final String SPACE = "after the load, as `du` counts; the log only if it is apart";
  private static final String OPS = "1/s";
  private static final String BYTES = "B";
  private static final String MICROS = "µs";

  private FileColumns() {}

  public static final List<FileColumn> ALL =
      Stream.of(
              ofRun(),
              interval(
                  "throughput",
                  "ops_s",
                  OPS,
                  "good operations in each of the `seconds`; geometric mean of the invocations",
                  PhaseResult::throughputOpsS,
                  cell -> cell.throughput().estimate()),
              latencies(),
              Stream.of("read", "write")
                  .flatMap(
                      calls ->
                          Stream.of("p50", "p99", "p999")
                              .map(which -> percentile(calls + "_service_" + which + "_us"))),
              targets(),
              interval(
                  "capacity",
                  "ops_s",
                  OPS,
                  CAPACITY,
                  run ->
                      Optional.ofNullable(run.measurement().capacity())
                          .map(Capacity::opsS)
                          .orElse(null),
                  cell -> cell.capacity().estimate()),
              medium(),
              usage("client", Usage::client),
              usage("server", Usage::server),
              restart("up", Restart::upSeconds),
              restart("answer", Restart::answerSeconds),
              restart("back", Restart::backSeconds),
              others())
          .flatMap(columns -> columns)
          .toList();

  private static final Set<String> NAMES =
      ALL.stream().map(FileColumn::name).collect(Collectors.toSet());

  /** The figures that cells have from their runs by a {@link Summary}. */
  static final List<FileColumn> SUMMARISED =
      ALL.stream().filter(column -> column.summary() != Summary.NONE).toList();

  public static List<FileColumn> shown() {
    return ALL.stream().filter(column -> !column.head().isEmpty()).toList();
  }

  public static Optional<FileColumn> named(String name) {
    return ALL.stream().filter(column -> column.name().equals(name)).findFirst();
  }

  static void check(String name) {
    if (!NAMES.contains(name)) {
      throw new IllegalArgumentException("there is no column " + name);
    }
  }

  private static Stream<FileColumn> ofRun() {
    return Stream.of(
        FileColumn.of("run", "", "id of the run").run(PhaseResult::run),
        FileColumn.of("invocation", "", "databases of one invocation ran side by side")
            .run(run -> run.origin().invocation()),
        FileColumn.of("started_at", "", "").run(PhaseResult::startedAt),
        condition(Dimension.DATABASE)
            .says("id and options, or its `label`; `label (product)` for a stand-in"),
        FileColumn.of("version", "", "as the database states it; no condition")
            .run(run -> run.state().version()),
        condition(Dimension.PHASE)
            .says("`load`, `restart`, `A` to `F`, `C-cold` ..., or a name of your own"),
        condition(Dimension.THREADS).says("of each machine"),
        condition(Dimension.VALUE_SIZE),
        condition(Dimension.DURABILITY)
            .says(
                "as the live database states it; of a bare YCSB client or running server"
                    + " `unknown`, or claimed, as `commit (claimed)`"),
        condition(Dimension.MEDIUM).says("likewise"),
        condition(Dimension.RUNNER),
        FileColumn.of("valid_runs", "", "runs with usable figures")
            .cell(cell -> cell.repeats().valid())
            .shown("valid runs"),
        FileColumn.of("runs", "", "").cell(cell -> cell.repeats().made()).shown("runs"),
        FileColumn.of("valid", "", "a cell is valid if all its runs are")
            .run(PhaseResult::valid)
            .cell(Cell::valid),
        FileColumn.of("reason", "", "why it is invalid").run(PhaseResult::reason),
        FileColumn.of("operations", "", "requested; begun, if time ended the phase")
            .run(run -> run.measurement().work().asked()),
        FileColumn.of("good_operations", "", "successful")
            .validRun(run -> run.measurement().work().good()),
        FileColumn.of("seconds", "s", "from the common start to the end of the last thread")
            .validRun(run -> run.measurement().work().seconds()));
  }

  private static Stream<FileColumn> latencies() {
    return Stream.of(
        FileColumn.of("throughput_cv", "", "standard deviation divided by mean")
            .cell(cell -> part(cell.throughput().estimate(), Estimate::variation)),
        percentile("read_p50_us").shown("read p50 µs"),
        percentile("read_p99_us").shown("read p99 µs"),
        percentile("write_p50_us").shown("write p50 µs"),
        percentile("write_p99_us").shown("write p99 µs"),
        FileColumn.of("errors", "", "failed operations")
            .run(run -> run.measurement().work().errors())
            .cell(cell -> cell.repeats().errors())
            .shown("errors"),
        condition(Dimension.PLACE).says("name of the place"),
        percentile("read_p999_us").shown("read p99.9 µs"),
        percentile("write_p999_us").shown("write p99.9 µs"));
  }

  private static Stream<FileColumn> targets() {
    return Stream.of(
        FileColumn.of(
                "unsteady",
                "",
                "whether its [throughput was not steady](statistics.md#steady-throughput)")
            .validRun(run -> run.measurement().series().unsteady()),
        FileColumn.of("unsteady_runs", "", "number of such valid runs")
            .cell(cell -> cell.repeats().unsteady()),
        FileColumn.of("offered_ops_s", OPS, "with a target, or a trace's `speed`")
            .validRun(run -> run.measurement().pace().offeredOpsS()),
        FileColumn.of(
                "sustained",
                "",
                "whether the database [reached its"
                    + " target](../guide/load.md#sustained-and-unsustained)")
            .validRun(run -> run.measurement().pace().sustained())
            .cell(cell -> Optional.ofNullable(cell.valid() ? cell.repeats().sustained() : null)));
  }

  private static Stream<FileColumn> medium() {
    return Stream.of(
        FileColumn.of("occupied_bytes", BYTES, SPACE).run(run -> run.state().occupiedBytes()),
        FileColumn.of("bytes_per_record", BYTES, "space on the places for each record")
            .cell(
                cell -> cell.occupied().stream().mapToDouble(Occupied::bytesPerRecord).findFirst())
            .shown("bytes of a record"),
        FileColumn.of(
                "ops_s_per_cost",
                OPS,
                "for one unit of the currency of [the"
                    + " prices](../guide/persistent-memory.md#prices)")
            .cell(FileColumns::perPrice)
            .shown("ops/s per cost"),
        counted("flushes", Counts::flushes),
        counted("fences", Counts::fences),
        FileColumn.of("persisted_bytes_per_op", "", COUNT)
            .cell(cell -> asked(cell, Demand::persistedBytesPerOperation)),
        counted("syncs", Counts::syncs),
        FileColumn.of("write_amplification", "", "persisted bytes for each byte of records")
            .cell(cell -> asked(cell, Demand::amplification)),
        FileColumn.of(
                "medium_limit_us",
                MICROS,
                "[shortest time](../start/reading-a-report.md#three-bounds) that the"
                    + " medium allows")
            .cell(cell -> cell.medium().limitUs()),
        condition(Dimension.MACHINES));
  }

  private static Stream<FileColumn> others() {
    return Stream.of(
        condition(Dimension.MEMORY).says("[budget](../guide/load.md#memory), as given; else `all`"),
        condition(Dimension.LOG_PLACE).says("empty without a log apart"),
        FileColumn.of("log_occupied_bytes", BYTES, SPACE)
            .run(run -> run.state().logOccupiedBytes()),
        FileColumn.of("iterations_ops_s", OPS, "rates of the iterations, with blanks between")
            .validRun(run -> iterations(run.measurement().replay().iterationsOpsS())),
        figure(
                "longest_us",
                MICROS,
                "the longest operation; without a target",
                LARGEST,
                run -> run.measurement().latencies().longestUs())
            .shown("longest µs"),
        figure(
            WRITTEN_BEFORE,
            "",
            "records that earlier workloads wrote since the load, divided by the records",
            MEAN,
            run -> run.state().writtenBefore()));
  }

  private static FileColumn condition(Dimension dimension) {
    return FileColumn.of(dimension.key(), "", "")
        .run(run -> run.conditions().column(dimension))
        .cell(cell -> cell.key().column(dimension));
  }

  private static Stream<FileColumn> interval(
      String name,
      String suffix,
      String unit,
      String says,
      Function<PhaseResult, Object> ofRun,
      Function<Cell, Optional<Estimate>> ofCell) {
    FileColumn figure =
        FileColumn.of(name + "_" + suffix, unit, says)
            .validRun(ofRun)
            .cell(cell -> part(ofCell.apply(cell), known -> OptionalDouble.of(known.figure())));
    return Stream.concat(Stream.of(figure), ends(name, unit, ofCell));
  }

  private static Stream<FileColumn> ends(
      String name, String unit, Function<Cell, Optional<Estimate>> ofCell) {
    return Stream.of(
        FileColumn.of(name + "_ci95_low", unit, "95 % interval")
            .cell(cell -> part(ofCell.apply(cell), Estimate::low)),
        FileColumn.of(name + "_ci95_high", unit, "95 % interval")
            .cell(cell -> part(ofCell.apply(cell), Estimate::high)));
  }

  private static FileColumn percentile(String name) {
    boolean service = name.contains("service");
    return figure(
        name,
        MICROS,
        service ? "[service time](#latencies)" : "[latency](#latencies)",
        PERCENTILE,
        run -> {
          Measurement.Latencies both = run.measurement().latencies();
          Latency all = name.startsWith("read") ? both.reads() : both.writes();
          Latency calls = service ? all.service() : all;
          return calls.p50Us() == null
              ? null
              : Objects.requireNonNullElse(
                  name.endsWith("p50_us")
                      ? calls.p50Us()
                      : name.endsWith("p99_us") ? calls.p99Us() : calls.p999Us(),
                  Double.NaN);
        });
  }

  private record Cost(
      String name, String unit, String says, String head, ToDoubleFunction<ProcessUsage> total) {}

  private static Stream<FileColumn> usage(String side, Function<Usage, ProcessUsage> processes) {
    Stream<Cost> costs =
        Stream.of(
            new Cost("cpu_us", MICROS, "processor time", "CPU, us", FileColumns::cpuMicros),
            new Cost(
                "system_us",
                MICROS,
                "of it in the kernel",
                "in the kernel, us",
                used -> 1e3 * used.systemMillis()),
            new Cost(
                "switches", "", "context switches", "context switches", ProcessUsage::switches),
            new Cost("faults", "", "page faults", "page faults", ProcessUsage::faults),
            new Cost(
                "read_bytes",
                BYTES,
                "read from devices",
                "bytes read",
                ProcessUsage::deviceReadBytes),
            new Cost(
                "written_bytes",
                BYTES,
                "written to devices",
                "bytes written",
                ProcessUsage::deviceWrittenBytes));
    return Stream.concat(
        costs.map(
            cost ->
                figure(
                        side + "_" + cost.name + "_per_op",
                        cost.unit,
                        cost.says + "; see [costs](#what-an-operation-costs)",
                        PER_OPERATION,
                        run ->
                            used(
                                run,
                                processes,
                                each ->
                                    cost.total.applyAsDouble(each)
                                        / run.measurement().resources().usage().operations()))
                    .shown(side + " " + cost.head)),
        Stream.of(
            figure(
                    side + "_resident_mib",
                    "MiB",
                    "most main memory so far",
                    LARGEST,
                    run -> used(run, processes, each -> each.residentBytes() / (double) (1 << 20)))
                .shown(side + " memory, MiB")));
  }

  private static double cpuMicros(ProcessUsage used) {
    return 1e3 * (used.userMillis() + used.systemMillis());
  }

  private static Double used(
      PhaseResult run,
      Function<Usage, ProcessUsage> processes,
      ToDoubleFunction<ProcessUsage> figure) {
    return Optional.ofNullable(run.measurement().resources().usage())
        .filter(usage -> usage.operations() > 0)
        .map(processes)
        .map(figure::applyAsDouble)
        .orElse(null);
  }

  private static Stream<FileColumn> restart(String which, Function<Restart, Double> seconds) {
    String name = "restart_" + which;
    FileColumn time =
        figure(
            name + "_s",
            "s",
            "[a restart](../guide/load.md#restarts) has no other figures in a summary",
            MEAN,
            run -> {
              Restart restart = run.measurement().start().restart();
              Double known = restart == null ? null : seconds.apply(restart);
              return restart != null && known == null ? Double.valueOf(Double.NaN) : known;
            });
    return Stream.concat(Stream.of(time), ends(name, "s", cell -> cell.estimate(time.name())));
  }

  private static OptionalDouble part(
      Optional<Estimate> known, Function<Estimate, OptionalDouble> part) {
    return known.map(part).orElse(OptionalDouble.empty());
  }

  private static OptionalDouble perPrice(Cell cell) {
    return part(
        cell.throughput().estimate(),
        known ->
            cell.occupied()
                .map(space -> space.perPrice(known.figure()))
                .orElse(OptionalDouble.empty()));
  }

  private static OptionalDouble asked(Cell cell, Function<Demand, OptionalDouble> figure) {
    return cell.medium().demand().map(figure).orElse(OptionalDouble.empty());
  }

  private static FileColumn counted(String name, ToLongFunction<Counts> count) {
    return FileColumn.of(name + "_per_op", "", COUNT)
        .cell(
            cell -> asked(cell, demand -> demand.perOperation(count.applyAsLong(demand.counts()))))
        .shown(name);
  }

  /** Null for a phase in one piece. */
  private static String iterations(List<Double> opsS) {
    return opsS == null
        ? null
        : opsS.stream()
            .map(rate -> BigDecimal.valueOf(rate).toPlainString())
            .collect(Collectors.joining(" "));
  }
}
