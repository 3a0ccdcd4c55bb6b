package org.pmemycsb.harness.result;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.pmemycsb.harness.design.Location;

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
    Conditions key = phase.conditions();
    return new PhaseResult(
        phase.run(),
        phase.phasesInRun(),
        phase.repeat(),
        phase.invocation(),
        phase.version(),
        phase.startedAt(),
        new Conditions(
            key.label(),
            key.phase(),
            key.threads(),
            key.valueSizeBytes(),
            key.sourcedDurability(),
            key.sourcedMedium(),
            key.runner(),
            key.location(),
            key.machines(),
            budget),
        phase.measurement(),
        phase.serverStatistics(),
        phase.recordCount(),
        phase.placement(),
        phase.occupiedBytes(),
        phase.runSeconds(),
        phase.aside(),
        kernelBytes);
  }

  /** The phase in a run of another invocation. */
  public static PhaseResult invoked(PhaseResult phase, int invocation) {
    return new PhaseResult(
        phase.run(),
        phase.phasesInRun(),
        phase.repeat(),
        invocation,
        phase.version(),
        phase.startedAt(),
        phase.conditions(),
        phase.measurement(),
        phase.serverStatistics(),
        phase.recordCount(),
        phase.placement(),
        phase.occupiedBytes(),
        phase.runSeconds(),
        phase.aside(),
        null);
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
        Label.parse(database),
        phase,
        threads,
        valueSizeBytes,
        SourcedValue.parse(durability),
        SourcedValue.parse(medium),
        runner,
        Location.NONE,
        0,
        "all");
  }

  /** The same throughput over so many seconds. */
  public static PhaseResult lasting(double seconds, PhaseResult phase) {
    Measurement all = phase.measurement();
    long operations = Math.round(seconds * all.throughputOpsS());
    return with(
        Measurement.counted(
            operations, operations, 0, 0, operations / all.throughputOpsS(), Optional.empty()),
        phase);
  }

  /** The same with values of this size. */
  public static PhaseResult sized(int valueSizeBytes, PhaseResult phase) {
    Conditions key = phase.conditions();
    return new PhaseResult(
        phase.run(),
        phase.phasesInRun(),
        phase.repeat(),
        phase.invocation(),
        phase.version(),
        phase.startedAt(),
        conditions(
            key.database(),
            key.phase(),
            key.threads(),
            valueSizeBytes,
            key.durability(),
            key.medium(),
            key.runner()),
        phase.measurement(),
        phase.serverStatistics(),
        phase.recordCount(),
        phase.placement(),
        phase.occupiedBytes(),
        phase.runSeconds(),
        phase.aside(),
        null);
  }

  /** The same on a place. */
  public static PhaseResult at(String place, String medium, PhaseResult phase) {
    Conditions key = phase.conditions();
    return new PhaseResult(
        phase.run() + "@" + place,
        phase.phasesInRun(),
        phase.repeat(),
        phase.invocation(),
        phase.version(),
        phase.startedAt(),
        conditions(
                key.database(),
                key.phase(),
                key.threads(),
                key.valueSizeBytes(),
                key.durability(),
                medium,
                key.runner())
            .at(
                place.replaceFirst("\\+.*", ""),
                place.contains("@") ? place.replaceFirst(".*@", "") : ""),
        phase.measurement(),
        phase.serverStatistics(),
        phase.recordCount(),
        phase.placement(),
        phase.occupiedBytes(),
        phase.runSeconds(),
        phase.aside(),
        null);
  }

  /** The same of another run. */
  public static PhaseResult as(String run, PhaseResult phase) {
    return new PhaseResult(
        run,
        phase.phasesInRun(),
        phase.repeat(),
        phase.invocation(),
        phase.version(),
        phase.startedAt(),
        phase.conditions(),
        phase.measurement(),
        phase.serverStatistics(),
        phase.recordCount(),
        phase.placement(),
        phase.occupiedBytes(),
        phase.runSeconds(),
        phase.aside(),
        null);
  }

  /** The same with the clients on machines of a cluster. */
  public static PhaseResult on(List<Machine> machines, PhaseResult phase) {
    Conditions key = phase.conditions();
    return new PhaseResult(
        phase.run(),
        phase.phasesInRun(),
        phase.repeat(),
        phase.invocation(),
        phase.version(),
        phase.startedAt(),
        new Conditions(
            key.label(),
            key.phase(),
            key.threads(),
            key.valueSizeBytes(),
            key.sourcedDurability(),
            key.sourcedMedium(),
            key.runner(),
            key.location(),
            machines.size(),
            "all"),
        phase.measurement().on(machines),
        phase.serverStatistics(),
        phase.recordCount(),
        phase.placement(),
        phase.occupiedBytes(),
        phase.runSeconds(),
        phase.aside(),
        null);
  }

  /** The same with the space that the database took, and the processors of its run. */
  public static PhaseResult with(Long occupiedBytes, SeenPlacement placement, PhaseResult phase) {
    return new PhaseResult(
        phase.run(),
        phase.phasesInRun(),
        phase.repeat(),
        phase.invocation(),
        phase.version(),
        phase.startedAt(),
        phase.conditions(),
        phase.measurement(),
        phase.serverStatistics(),
        phase.recordCount(),
        placement,
        occupiedBytes,
        phase.runSeconds(),
        phase.aside(),
        null);
  }

  /** The same with another throughput over time. */
  public static PhaseResult with(Measurement.Series series, PhaseResult phase) {
    Measurement of = phase.measurement();
    return with(changed(of, of.reads(), series, null, of.latencyEvery(), of.longestUs()), phase);
  }

  /** The same with a throughput that rises to the end. */
  public static PhaseResult rising(PhaseResult phase) {
    return with(
        new Measurement.Series(
            IntStream.rangeClosed(1, 20).mapToObj(i -> (double) i).toList(),
            IntStream.rangeClosed(1, 20).mapToObj(i -> 100L * i).toList()),
        phase);
  }

  /** The same with other latencies of its reads. */
  public static PhaseResult with(Latency reads, PhaseResult phase) {
    Measurement of = phase.measurement();
    return with(
        changed(of, reads, of.series(), of.segments(), of.latencyEvery(), of.longestUs()), phase);
  }

  /** The same recorded in several segments. */
  public static Measurement recorded(int segments, Measurement of) {
    return changed(of, of.reads(), of.series(), segments, of.latencyEvery(), of.longestUs());
  }

  /** The same with the latency of one in so many operations. */
  public static PhaseResult sampled(int latencyEvery, PhaseResult phase) {
    Measurement of = phase.measurement();
    return with(
        changed(of, of.reads(), of.series(), of.segments(), latencyEvery, of.longestUs()), phase);
  }

  /** The same after another warm-up. */
  public static PhaseResult warmed(Measurement.WarmUp warmUp, PhaseResult phase) {
    Measurement of = phase.measurement();
    return with(
        changed(
            of,
            of.reads(),
            of.series(),
            of.stalledSeconds(),
            of.segments(),
            of.latencyEvery(),
            of.longestUs(),
            warmUp),
        phase);
  }

  private static Measurement changed(
      Measurement of,
      Latency reads,
      Measurement.Series series,
      Integer segments,
      Integer latencyEvery,
      Double longestUs) {
    return changed(
        of, reads, series, of.stalledSeconds(), segments, latencyEvery, longestUs, of.warmUp());
  }

  private static Measurement changed(
      Measurement of,
      Latency reads,
      Measurement.Series series,
      double stalledSeconds,
      Integer segments,
      Integer latencyEvery,
      Double longestUs,
      Measurement.WarmUp warmUp) {
    return new Measurement(
        of.asked(),
        of.good(),
        of.errors(),
        of.inserted(),
        of.seconds(),
        reads,
        of.writes(),
        series,
        of.valuesChecked(),
        stalledSeconds,
        segments,
        latencyEvery,
        longestUs,
        of.pace(),
        of.capacity(),
        of.demand(),
        null,
        of.onMachines(),
        warmUp,
        of.usage(),
        of.restart(),
        of.cold(),
        of.failure());
  }

  /** The same with what it took of the machine. */
  public static PhaseResult using(Usage usage, PhaseResult phase) {
    return with(phase.measurement().withUsage(usage), phase);
  }

  /** A restart of a database with these times in seconds. */
  public static PhaseResult restarted(
      String database, int repeat, double up, double answer, Double back) {
    PhaseResult phase = valid(database, "trace", "restart", 1, repeat, 1000);
    return with(phase.measurement().restarted(new Restart(up, answer, back)), phase);
  }

  /** The same in a run that only counts, with what it found; null if it found nothing. */
  public static PhaseResult counted(Demand demand, PhaseResult phase) {
    return aside("counted", phase.measurement().withDemand(demand), phase);
  }

  /** The same in a run that only samples stacks. */
  public static PhaseResult profiled(Profile how, PhaseResult phase) {
    return aside("profiled", phase.measurement().withProfile(how), phase);
  }

  private static PhaseResult aside(String aside, Measurement measurement, PhaseResult phase) {
    return new PhaseResult(
        phase.run() + "/" + aside,
        phase.phasesInRun(),
        phase.repeat(),
        phase.invocation(),
        phase.version(),
        phase.startedAt(),
        phase.conditions(),
        measurement,
        phase.serverStatistics(),
        phase.recordCount(),
        phase.placement(),
        phase.occupiedBytes(),
        phase.runSeconds(),
        aside,
        null);
  }

  /** The same with other figures. */
  public static PhaseResult with(Measurement measurement, PhaseResult phase) {
    return new PhaseResult(
        phase.run(),
        phase.phasesInRun(),
        phase.repeat(),
        phase.invocation(),
        phase.version(),
        phase.startedAt(),
        phase.conditions(),
        measurement,
        phase.serverStatistics(),
        phase.recordCount(),
        phase.placement(),
        phase.occupiedBytes(),
        phase.runSeconds(),
        phase.aside(),
        null);
  }

  /** The same after a target of which a share was achieved. */
  public static PhaseResult paced(PhaseResult phase, double achieved) {
    double throughput = phase.throughputOpsS();
    return with(phase.measurement().paced(Pace.of(throughput / achieved, throughput)), phase);
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

  /** The same with a longest operation. */
  public static PhaseResult stalled(PhaseResult phase, double longestUs) {
    Measurement of = phase.measurement();
    return with(
        changed(of, of.reads(), of.series(), of.segments(), of.latencyEvery(), longestUs), phase);
  }

  /** The same with threads that waited for their operations, together, for these seconds. */
  public static PhaseResult waited(double seconds, PhaseResult phase) {
    Measurement of = phase.measurement();
    return with(
        changed(
            of,
            of.reads(),
            of.series(),
            seconds,
            of.segments(),
            of.latencyEvery(),
            of.longestUs(),
            of.warmUp()),
        phase);
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
        database + "/" + runner + "/t" + threads + "/" + repeat,
        2,
        repeat,
        repeat,
        database + " 1.0",
        "2026-01-02T03:04:05.678Z",
        conditions(database, phase, threads, 1024, "commit", "tmpfs", runner),
        new Measurement(
            good + errors,
            good,
            errors,
            0,
            good / throughput,
            reads ? Latency.unpaced(1.5, 9.25, null) : Latency.NONE,
            writes ? Latency.unpaced(4.0, 20.0, null) : Latency.NONE,
            new Measurement.Series(List.of(1.0, 2.0), List.of(600L, 400L)),
            10,
            0,
            null,
            null,
            null,
            Pace.NONE,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            Optional.ofNullable(reason)),
        Map.of(),
        1000L,
        null,
        null,
        null,
        null,
        null);
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
