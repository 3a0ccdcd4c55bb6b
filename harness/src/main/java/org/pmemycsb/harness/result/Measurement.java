package org.pmemycsb.harness.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.pmemycsb.harness.Plural;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement.Series;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement.WarmUp;
import org.pmemycsb.harness.client.replay.ReadStall;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.plan.design.Goal;

/**
 * The figures of one phase, as the journal stores them.
 *
 * @param capacity result of a search; null without one
 * @param onMachines figures of each machine; null without a cluster
 * @param failure the reason not to use the figures; empty if they are valid
 */
public record Measurement(
    @JsonUnwrapped Work work,
    @JsonUnwrapped Latencies latencies,
    @JsonUnwrapped(prefix = "series_") Series series,
    @JsonUnwrapped Replay replay,
    @JsonUnwrapped Pace pace,
    Capacity capacity,
    @JsonUnwrapped Resources resources,
    List<Machine> onMachines,
    @JsonUnwrapped Start start,
    @JsonProperty("reason") Optional<String> failure) {

  /**
   * How many operations were made, and how long they took.
   *
   * @param asked requested operations; those begun if the phase ended by time
   * @param errors operations that failed, and reads that found nothing
   * @param inserted records inserted, less those deleted; not in the journal
   * @param seconds from the start to the last thread's end; 0 when nothing was measured
   */
  public record Work(
      @JsonProperty("operations") long asked,
      @JsonProperty("good_operations") long good,
      long errors,
      @JsonProperty(access = JsonProperty.Access.WRITE_ONLY) long inserted,
      double seconds) {
    /**
     * The reason why not all operations succeeded; empty if all did.
     *
     * @param failures how many operations failed in each way
     * @param because more about it, which follows the reason
     */
    public Optional<String> shortfall(Map<String, Long> failures, String because) {
      if (errors > 0) {
        return Optional.of(
            "%s failed (%s)%s"
                .formatted(Plural.of(errors, "operation"), joined(failures), because));
      }
      return good == asked
          ? Optional.empty()
          : Optional.of("only %d of %s%s".formatted(good, Plural.of(asked, "operation"), because));
    }
  }

  /**
   * @param every one in how many operations has its latency recorded, at random; null for all
   * @param longestUs the longest operation in microseconds; null with a target, or where the runner
   *     does not know it
   */
  public record Latencies(
      @JsonUnwrapped(prefix = "read_") Latency reads,
      @JsonUnwrapped(prefix = "write_") Latency writes,
      @JsonProperty("latency_every") Integer every,
      Double longestUs) {
    /** For a runner that keeps none. */
    public static final Latencies NONE = new Latencies(Latency.NONE, Latency.NONE, null, null);
  }

  /**
   * @param valuesChecked values that were compared with those written
   * @param stalledSeconds total time that threads waited under the clock while operations were
   *     recorded: of several machines, whose clocks do not stop
   * @param segments number of traces replayed for the phase; null for one, or if the runner records
   *     none
   * @param iterationsOpsS operations per second of each iteration; null for a phase in one piece
   */
  public record Replay(
      long valuesChecked, double stalledSeconds, Integer segments, List<Double> iterationsOpsS) {
    public static final Replay NONE = new Replay(0, 0, null, null);
  }

  /**
   * @param demand requests of the database to the medium; null unless counted
   * @param profile how stacks were sampled; null unless they were asked for
   * @param usage of processors, memory and devices; null where the runner does not read it
   * @param readStall how long reads wait for memory; null unless a model slows them
   * @param figures further figures of features, by name; null for none
   */
  public record Resources(
      Demand demand,
      Profile profile,
      Usage usage,
      ReadStall readStall,
      SortedMap<String, Double> figures) {
    public static final Resources NONE = new Resources(null, null, null, null, null);

    public Resources with(String name, double figure) {
      SortedMap<String, Double> all = figures == null ? new TreeMap<>() : new TreeMap<>(figures);
      all.put(name, figure);
      return new Resources(demand, profile, usage, readStall, all);
    }

    /** A figure of a feature; null where there is none. */
    public Double figure(String name) {
      return figures == null ? null : figures.get(name);
    }

    public Resources with(Demand counted) {
      return new Resources(counted, profile, usage, readStall, figures);
    }

    public Resources with(Profile sampled) {
      return new Resources(demand, sampled, usage, readStall, figures);
    }

    public Resources with(Usage used) {
      return new Resources(demand, profile, used, readStall, figures);
    }

    public Resources with(ReadStall waited) {
      return new Resources(demand, profile, usage, waited, figures);
    }
  }

  /**
   * @param warmUp how the warm-up ended; null unless it lasted until it was steady
   * @param restart times of a restart; null for other phases
   * @param cold the files before a cold phase; null for other phases, and on a medium without page
   *     cache
   */
  public record Start(WarmUp warmUp, Restart restart, Cold cold) {
    /** After a warm-up of fixed length, or none. */
    public static final Start PLAIN = new Start(null, null, null);

    public Start after(Cold files) {
      return new Start(warmUp, restart, files);
    }
  }

  /**
   * The files of a database right before a cold phase.
   *
   * @param cachedBytes the part of them that the kernel still held in its page cache
   */
  public record Cold(long fileBytes, long cachedBytes) {
    private static final double MOST_CACHED = 0.01;

    /** Whether so much is cached that the phase would not be cold. */
    public boolean warm() {
      return cachedBytes > MOST_CACHED * fileBytes;
    }
  }

  /** The shortest time for a trusted figure: a pause of 10 ms is 4 % of it. */
  public static final double ENOUGH_SECONDS = 0.25;

  private static final double NANOS_PER_MICRO = 1e3;

  /**
   * The figures of raw counts.
   *
   * @param goal of the latency, whose figure is computed
   * @param machines figures of each machine; null without a cluster
   */
  public static Measurement of(
      PhaseMeasurement measured, Optional<Goal> goal, Resources resources, List<Machine> machines) {
    PhaseMeasurement.Replay replay = measured.replay();
    return new Measurement(
        work(measured),
        new Latencies(
            Latency.of(measured.latencies(), CallKind.READ),
            Latency.of(measured.latencies(), CallKind.WRITE),
            replay.latencyEvery() > 1 ? replay.latencyEvery() : null,
            longestUs(measured)),
        measured.work().series(),
        new Replay(
            measured.faults().verification().valuesChecked(),
            replay.stalledNanos() / 1e9,
            replay.segments() > 1 ? replay.segments() : null,
            measured.work().iterations().isEmpty() ? null : measured.work().iterations()),
        measured
            .openLoop()
            .map(loop -> Pace.of(loop, measured.good() / measured.time().seconds()))
            .orElse(Pace.NONE)
            .with(goal.map(each -> figureUs(measured, each)).orElse(null)),
        null,
        resources,
        machines,
        new Start(replay.warmUp().orElse(null), null, null),
        failure(measured));
  }

  private static Work work(PhaseMeasurement measured) {
    return new Work(
        measured.work().asked(),
        measured.good(),
        measured.failed() + measured.notFound(),
        measured.good(OperationKind.INSERT)
            + measured.good(OperationKind.PUT_IF_ABSENT)
            - measured.good(OperationKind.DELETE),
        measured.time().seconds());
  }

  /** The reason not to use raw counts; empty if they are valid. */
  public static Optional<String> failure(PhaseMeasurement measured) {
    PhaseMeasurement.Faults faults = measured.faults();
    if (!faults.deadThreads().isEmpty()) {
      PhaseMeasurement.DeadThread dead = faults.deadThreads().get(0);
      return Optional.of(
          "%d of %s died; thread %d at %s: %s"
              .formatted(
                  faults.deadThreads().size(),
                  Plural.of(measured.replay().threads(), "thread"),
                  dead.thread(),
                  dead.at(),
                  dead.cause()));
    }
    Map<String, Long> byStatus = new TreeMap<>(faults.failures().counts());
    measured.work().operations().entrySet().stream()
        .filter(each -> each.getValue().notFound() > 0)
        .forEach(
            each -> byStatus.put(each.getKey().label() + " NOT_FOUND", each.getValue().notFound()));
    Work work = work(measured);
    Optional<String> shortfall =
        work.shortfall(
            byStatus,
            faults.failures().causes().values().stream().findFirst().map(": "::concat).orElse("")
                + (faults.failures().endedPhase()
                    ? "; the phase ended early, because every operation failed for a second"
                    : ""));
    Map<String, Long> wrong = faults.verification().faults();
    return work.errors > 0 || wrong.isEmpty()
        ? shortfall
        : Optional.of(
            "wrong values were read (%s), for example %s"
                .formatted(joined(wrong), faults.verification().examples().get(0)));
  }

  private static String joined(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(each -> each.getKey() + ": " + each.getValue())
        .collect(Collectors.joining(", "));
  }

  /** The longest call; a read-modify-write has two. Without a target, it alone shows a stall. */
  private static Double longestUs(PhaseMeasurement measured) {
    return measured.openLoop().isPresent() || measured.latencies().service().isEmpty()
        ? null
        : Math.max(
                measured.replay().longestGapNanos(),
                measured.latencies().service().values().stream()
                    .mapToLong(Histogram::getMaxValue)
                    .max()
                    .getAsLong())
            / NANOS_PER_MICRO;
  }

  /** Null if there were no such operations. */
  private static Double figureUs(PhaseMeasurement measured, Goal goal) {
    Optional<Histogram> counted =
        goal.calls().isPresent()
            ? measured.latencies().of(goal.calls().get())
            : measured.openLoop().map(PhaseMeasurement.OpenLoop::operations);
    return counted
        .filter(all -> all.getTotalCount() > 0)
        .map(
            all ->
                (goal.percentile().isPresent()
                        ? all.getValueAtPercentile(goal.percentile().getAsDouble())
                        : all.getMean())
                    / NANOS_PER_MICRO)
        .orElse(null);
  }

  /** Nothing was measured. */
  public static Measurement failed(long asked, String reason) {
    return counted(new Work(asked, 0, 0, 0, 0), Optional.of(reason));
  }

  /** Figures of a runner that keeps neither latencies nor a time series. */
  public static Measurement counted(Work work, Optional<String> failure) {
    return timed(work, Latencies.NONE, Pace.NONE, failure);
  }

  /** Figures of a runner that keeps no time series. */
  public static Measurement timed(
      Work work, Latencies latencies, Pace pace, Optional<String> failure) {
    return new Measurement(
        work,
        latencies,
        Series.NONE,
        Replay.NONE,
        pace,
        null,
        Resources.NONE,
        null,
        Start.PLAIN,
        failure);
  }

  public Measurement with(Resources others) {
    return new Measurement(
        work, latencies, series, replay, pace, capacity, others, onMachines, start, failure);
  }

  public Measurement judged(Optional<String> verdict) {
    return new Measurement(
        work, latencies, series, replay, pace, capacity, resources, onMachines, start, verdict);
  }

  public Measurement withCapacity(Capacity found) {
    return new Measurement(
        work, latencies, series, replay, pace, found, resources, onMachines, start, failure);
  }

  public Measurement with(Start other) {
    return new Measurement(
        work, latencies, series, replay, pace, capacity, resources, onMachines, other, failure);
  }

  /** Good operations per second; 0 when nothing was measured. */
  @JsonProperty("throughput_ops_s")
  public double throughputOpsS() {
    return work.seconds > 0 ? work.good / work.seconds : 0;
  }

  /** Whether the figures may be used. */
  @JsonProperty
  public boolean valid() {
    return failure.isEmpty();
  }
}
