package org.pmemycsb.harness.report;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.pmemycsb.harness.analysis.UsageFigure;
import org.pmemycsb.harness.host.ProcessUsage;
import org.pmemycsb.harness.result.Cell;
import org.pmemycsb.harness.result.Counts;
import org.pmemycsb.harness.result.Demand;
import org.pmemycsb.harness.result.Occupied;
import org.pmemycsb.harness.result.RestartTimes;
import org.pmemycsb.harness.result.Usage;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * A column of {@code summary.csv}, which is also a key of each cell in {@code summary.json}. Add a
 * column at the end of {@link #FIXED}, with {@link #last}.
 *
 * @param name of the column and of the key; {@code read_p50_us} is {@code p50} in {@code read_us}
 * @param value of a cell: text, a number, a truth value, an {@link Optional} of one of these, or an
 *     {@link OptionalDouble}. An invalid cell has no optional value
 * @param last whether the CSV has it behind the other columns
 */
record SummaryColumn(String name, Function<Cell, Object> value, boolean last) {
  private static final List<SummaryColumn> FIXED =
      List.of(
          of("database", cell -> cell.key().database()),
          of("phase", cell -> cell.key().phase()),
          of("threads", cell -> cell.key().threads()),
          of("value_size_bytes", cell -> cell.key().valueSizeBytes()),
          of("durability", cell -> cell.key().durability()),
          of("medium", cell -> cell.key().medium()),
          of("runner", cell -> cell.key().runner()),
          of("valid_runs", cell -> cell.repeats().valid()),
          of("runs", cell -> cell.repeats().made()),
          last("valid", Cell::valid),
          of("throughput_ops_s", cell -> throughput(cell, x -> OptionalDouble.of(x.figure()))),
          of("throughput_ci95_low", cell -> throughput(cell, Estimate::low)),
          of("throughput_ci95_high", cell -> throughput(cell, Estimate::high)),
          last("throughput_cv", cell -> throughput(cell, Estimate::variation)),
          of("read_p50_us", cell -> cell.reads().p50()),
          of("read_p99_us", cell -> cell.reads().p99()),
          of("write_p50_us", cell -> cell.writes().p50()),
          of("write_p99_us", cell -> cell.writes().p99()),
          of("errors", cell -> cell.repeats().errors()),
          last("place", cell -> cell.key().place()),
          last("read_p999_us", cell -> cell.reads().p999()),
          last("write_p999_us", cell -> cell.writes().p999()),
          last("read_service_p50_us", cell -> cell.reads().serviceP50()),
          last("read_service_p99_us", cell -> cell.reads().serviceP99()),
          last("read_service_p999_us", cell -> cell.reads().serviceP999()),
          last("write_service_p50_us", cell -> cell.writes().serviceP50()),
          last("write_service_p99_us", cell -> cell.writes().serviceP99()),
          last("write_service_p999_us", cell -> cell.writes().serviceP999()),
          last("unsteady_runs", cell -> cell.repeats().unsteady()),
          last(
              "sustained",
              cell -> Optional.ofNullable(cell.valid() ? cell.repeats().sustained() : null)),
          last("capacity_ops_s", cell -> capacity(cell, x -> OptionalDouble.of(x.figure()))),
          last("capacity_ci95_low", cell -> capacity(cell, Estimate::low)),
          last("capacity_ci95_high", cell -> capacity(cell, Estimate::high)),
          last(
              "bytes_per_record",
              cell -> cell.occupied().stream().mapToDouble(Occupied::bytesPerRecord).findFirst()),
          last("ops_s_per_cost", cell -> throughput(cell, x -> perPrice(cell, x.figure()))),
          last("flushes_per_op", cell -> counted(cell, Counts::flushes)),
          last("fences_per_op", cell -> counted(cell, Counts::fences)),
          last("persisted_bytes_per_op", cell -> asked(cell, Demand::persistedBytesPerOperation)),
          last("syncs_per_op", cell -> counted(cell, Counts::syncs)),
          last("write_amplification", cell -> asked(cell, Demand::amplification)),
          last("medium_limit_us", cell -> cell.medium().limitUs()),
          last("machines", cell -> Math.max(1, cell.key().machines())));

  static final List<SummaryColumn> ALL =
      Stream.of(
              FIXED.stream(),
              usage("client", Usage::client),
              usage("server", Usage::server),
              restart("up", RestartTimes::up),
              restart("answer", RestartTimes::answer),
              restart("back", RestartTimes::back),
              Stream.of(
                  last("memory", cell -> cell.key().memory()),
                  last("log_place", cell -> cell.key().logPlace())))
          .flatMap(columns -> columns)
          .toList();

  /** What an operation costs the client, and then what it costs the server. */
  private static Stream<SummaryColumn> usage(String side, Function<Usage, ProcessUsage> processes) {
    return Stream.of(UsageFigure.values())
        .map(
            figure ->
                last(side + "_" + figure.column(), cell -> figure.of(cell.usage(), processes)));
  }

  /** A time of the restarts with its interval. */
  private static Stream<SummaryColumn> restart(
      String name, Function<RestartTimes, Optional<Estimate>> time) {
    return Stream.of(
        restart(name + "_s", time, known -> OptionalDouble.of(known.figure())),
        restart(name + "_ci95_low", time, Estimate::low),
        restart(name + "_ci95_high", time, Estimate::high));
  }

  private static SummaryColumn restart(
      String name,
      Function<RestartTimes, Optional<Estimate>> time,
      Function<Estimate, OptionalDouble> part) {
    return last(
        "restart_" + name,
        cell -> cell.restart().flatMap(time).map(part).orElse(OptionalDouble.empty()));
  }

  private static SummaryColumn of(String name, Function<Cell, Object> value) {
    return new SummaryColumn(name, value, false);
  }

  // Programs that find columns by their number keep working.
  private static SummaryColumn last(String name, Function<Cell, Object> value) {
    return new SummaryColumn(name, value, true);
  }

  private static OptionalDouble perPrice(Cell cell, double throughput) {
    return cell.occupied().map(space -> space.perPrice(throughput)).orElse(OptionalDouble.empty());
  }

  private static OptionalDouble asked(Cell cell, Function<Demand, OptionalDouble> figure) {
    return cell.medium().demand().map(figure).orElse(OptionalDouble.empty());
  }

  private static OptionalDouble counted(Cell cell, ToLongFunction<Counts> count) {
    return asked(cell, demand -> demand.perOperation(count.applyAsLong(demand.counts())));
  }

  private static OptionalDouble throughput(Cell cell, Function<Estimate, OptionalDouble> part) {
    return cell.throughput().estimate().map(part).orElse(OptionalDouble.empty());
  }

  private static OptionalDouble capacity(Cell cell, Function<Estimate, OptionalDouble> part) {
    return cell.capacity().estimate().map(part).orElse(OptionalDouble.empty());
  }

  /** The value; empty if it is unknown, or optional in an invalid cell. */
  Object of(Cell cell) {
    Object known = value.apply(cell);
    boolean optional = known instanceof OptionalDouble || known instanceof Optional<?>;
    return optional && !cell.valid() ? OptionalDouble.empty() : known;
  }
}
