package org.pmemycsb.harness.result;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.plan.settings.Dimension;

/** Makes phase results for tests. */
public final class Phases {
  private Phases() {}

  public static PhaseResult valid(
      String database, String phase, int threads, int repeat, double throughput) {
    return valid(database, "ycsb", phase, threads, repeat, throughput);
  }

  public static PhaseResult valid(
      String database, String runner, String phase, int threads, int repeat, double throughput) {
    return phase(database, runner, phase, threads, repeat, throughput, 0, null);
  }

  public static PhaseResult invalid(
      String database, String phase, int threads, int repeat, String reason) {
    return invalid(database, "ycsb", phase, threads, repeat, reason);
  }

  public static PhaseResult invalid(
      String database, String runner, String phase, int threads, int repeat, String reason) {
    return phase(database, runner, phase, threads, repeat, 99_999_999, 3, reason);
  }

  /** The phase within a budget of memory. */
  public static PhaseResult limited(PhaseResult phase, String budget, long kernelBytes) {
    return Changed.with(
        under(Dimension.MEMORY, budget, phase), "limits.memoryLimitBytes", kernelBytes);
  }

  public static PhaseResult under(Dimension dimension, Object value, PhaseResult phase) {
    return Changed.with(phase, "conditions", phase.conditions().with(dimension, value));
  }

  /** Conditions from texts as in files and tables. */
  public static Conditions conditions(
      String database,
      String phase,
      int threads,
      int valueSizeBytes,
      String durability,
      String medium,
      String runner) {
    return new Conditions(
        Map.of(
            Dimension.DATABASE, database,
            Dimension.PHASE, phase,
            Dimension.THREADS, threads,
            Dimension.VALUE_SIZE, valueSizeBytes,
            Dimension.DURABILITY, durability,
            Dimension.MEDIUM, medium,
            Dimension.RUNNER, runner));
  }

  public static PhaseResult lasting(double seconds, PhaseResult phase) {
    double throughput = phase.throughputOpsS();
    long operations = Math.round(seconds * throughput);
    return with(
        Measurement.counted(
            new Measurement.Work(operations, operations, 0, 0, operations / throughput),
            Optional.empty()),
        phase);
  }

  public static PhaseResult sized(int valueSizeBytes, PhaseResult phase) {
    return under(Dimension.VALUE_SIZE, valueSizeBytes, phase);
  }

  public static PhaseResult at(String place, String medium, PhaseResult phase) {
    Conditions key =
        phase
            .conditions()
            .with(Dimension.MEDIUM, medium)
            .at(
                place.replaceFirst("\\+.*", ""),
                place.contains("@") ? place.replaceFirst(".*@", "") : "");
    return Changed.with(as(phase.run() + "@" + place, phase), "conditions", key);
  }

  public static PhaseResult as(String run, PhaseResult phase) {
    return Changed.with(phase, "origin.run", run);
  }

  public static PhaseResult on(List<Machine> machines, PhaseResult phase) {
    return Changed.with(
        under(Dimension.MACHINES, machines.size(), phase), "measurement.onMachines", machines);
  }

  public static PhaseResult with(Long occupiedBytes, SeenPlacement placement, PhaseResult phase) {
    return Changed.with(
        Changed.with(phase, "state.occupiedBytes", occupiedBytes), "limits.placement", placement);
  }

  public static PhaseResult with(PhaseMeasurement.Series series, PhaseResult phase) {
    return Changed.with(phase, "measurement.series", series);
  }

  public static PhaseResult rising(PhaseResult phase) {
    return with(
        new PhaseMeasurement.Series(
            IntStream.rangeClosed(1, 20).mapToObj(i -> (double) i).toList(),
            IntStream.rangeClosed(1, 20).mapToObj(i -> 100L * i).toList()),
        phase);
  }

  public static PhaseResult with(Latency reads, PhaseResult phase) {
    return Changed.with(phase, "measurement.latencies.reads", reads);
  }

  public static Measurement recorded(int segments, Measurement of) {
    return Changed.with(of, "replay.segments", segments);
  }

  public static PhaseResult sampled(int latencyEvery, PhaseResult phase) {
    return Changed.with(phase, "measurement.latencies.every", latencyEvery);
  }

  public static PhaseResult warmed(PhaseMeasurement.WarmUp warmUp, PhaseResult phase) {
    return Changed.with(phase, "measurement.start.warmUp", warmUp);
  }

  public static PhaseResult using(Usage usage, PhaseResult phase) {
    return Changed.with(phase, "measurement.resources.usage", usage);
  }

  /** A restart of a database with these times in seconds. */
  public static PhaseResult restarted(
      String database, int repeat, double up, double answer, Double back) {
    return Changed.with(
        valid(database, "trace", "restart", 1, repeat, 1000),
        "measurement.start.restart",
        new Restart(up, answer, back));
  }

  public static PhaseResult counted(Demand demand, PhaseResult phase) {
    return beside("counted", Changed.with(phase, "measurement.resources.demand", demand));
  }

  public static PhaseResult profiled(Profile how, PhaseResult phase) {
    return beside("profiled", Changed.with(phase, "measurement.resources.profile", how));
  }

  private static PhaseResult beside(String purpose, PhaseResult phase) {
    return Changed.with(as(phase.run() + "/" + purpose, phase), "origin.purpose", purpose);
  }

  public static PhaseResult begun(String startedAt, PhaseResult phase) {
    return Changed.with(phase, "startedAt", startedAt);
  }

  public static PhaseResult with(Measurement measurement, PhaseResult phase) {
    return Changed.with(phase, "measurement", measurement);
  }

  public static PhaseResult paced(PhaseResult phase, double achieved) {
    double throughput = phase.throughputOpsS();
    return Changed.with(phase, "measurement.pace", Pace.of(throughput / achieved, throughput));
  }

  /** Workload C after a search, with an interval of 5 % and four trials. */
  public static PhaseResult searched(String database, int repeat, double capacity) {
    List<Capacity.Step> steps =
        List.of(
            new Capacity.Step(900, 850, 90_000.0, false, false),
            new Capacity.Step(100, 100, 120.0, true, true),
            new Capacity.Step(500, 501, 990.0, true, true),
            new Capacity.Step(700, 702, 1500.0, true, false));
    Capacity found = new Capacity(capacity, 0.95 * capacity, 1.05 * capacity, "p99", 1000, steps);
    PhaseResult phase = valid(database, "trace", "C", 1, repeat, 2000);
    return with(phase.measurement().withCapacity(found), phase);
  }

  public static PhaseResult stalled(PhaseResult phase, double longestUs) {
    return Changed.with(phase, "measurement.latencies.longestUs", longestUs);
  }

  public static PhaseResult waited(double seconds, PhaseResult phase) {
    return Changed.with(phase, "measurement.replay.stalledSeconds", seconds);
  }

  private static PhaseResult phase(
      String database,
      String runner,
      String phase,
      int threads,
      int repeat,
      double throughput,
      long errors,
      String reason) {
    boolean reads = !phase.equals("load");
    long good = operations(throughput);
    boolean writes = !phase.equals("C");
    return new PhaseResult(
        new PhaseResult.Origin(
            database + "/" + runner + "/t" + threads + "/" + repeat,
            0,
            2,
            repeat,
            null,
            null,
            null),
        "2026-01-02T03:04:05.678Z",
        conditions(database, phase, threads, 1024, "commit", "tmpfs", runner),
        new Measurement(
            new Measurement.Work(good + errors, good, errors, 0, good / throughput),
            new Measurement.Latencies(
                reads ? Latency.unpaced(1.5, 9.25, null) : Latency.NONE,
                writes ? Latency.unpaced(4.0, 20.0, null) : Latency.NONE,
                null,
                null),
            new PhaseMeasurement.Series(List.of(1.0, 2.0), List.of(600L, 400L)),
            new Measurement.Replay(10, 0, null, null),
            Pace.NONE,
            null,
            Measurement.Resources.NONE,
            null,
            Measurement.Start.PLAIN,
            Optional.ofNullable(reason)),
        new PhaseResult.State(database + " 1.0", Map.of(), 1000L, null, null, null),
        new PhaseResult.Limits(null, null));
  }

  /** A number of operations with which time and throughput give each other without rounding. */
  private static long operations(double throughput) {
    long operations = 1000;
    while (operations / (operations / throughput) != throughput) {
      operations++;
    }
    return operations;
  }
}
