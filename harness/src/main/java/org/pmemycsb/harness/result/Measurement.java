package org.pmemycsb.harness.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.statistics.Steadiness;
import org.pmemycsb.harness.statistics.Step;

/**
 * The figures of one phase, as a worker sends them and the journal stores them.
 *
 * @param asked requested operations; those begun if the phase ended by time
 * @param good operations that succeeded
 * @param errors operations that failed, and reads that found nothing
 * @param inserted records inserted, less those deleted; not in the journal
 * @param seconds from the start to the last thread's end; 0 when nothing was measured
 * @param reads latency of the calls that read
 * @param writes latency of the calls that write
 * @param series throughput over time
 * @param valuesChecked values that were compared with those written
 * @param stalledSeconds total time that threads waited for recorded operations. Long waits show a
 *     slow harness, not a slow database
 * @param segments number of traces replayed for the phase, and so of loads; null for one, or if the
 *     runner records none
 * @param latencyEvery one in how many operations has its latency recorded, at random; null for all
 * @param longestUs the longest operation in microseconds; null with a target, or where the runner
 *     does not know it
 * @param pace lag and rate against the target
 * @param capacity result of a search; null without one
 * @param demand requests of the database to the medium; null unless counted
 * @param profile how stacks were sampled; null unless they were asked for
 * @param onMachines figures of each machine; null without a cluster
 * @param warmUp how the warm-up ended; null unless it lasted until it was steady
 * @param usage what the phase took of the machine; null where the runner does not read it
 * @param restart times of a restart; null for other phases
 * @param cold the files before a cold phase; null for other phases, and on a medium without page
 *     cache
 * @param failure the reason not to use the figures; empty if they are valid
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Measurement(
    @JsonProperty("operations") long asked,
    @JsonProperty("good_operations") long good,
    long errors,
    long inserted,
    double seconds,
    @JsonUnwrapped(prefix = "read_") Latency reads,
    @JsonUnwrapped(prefix = "write_") Latency writes,
    @JsonUnwrapped(prefix = "series_") Series series,
    long valuesChecked,
    double stalledSeconds,
    Integer segments,
    Integer latencyEvery,
    Double longestUs,
    @JsonUnwrapped Pace pace,
    Capacity capacity,
    Demand demand,
    Profile profile,
    List<Machine> onMachines,
    WarmUp warmUp,
    Usage usage,
    Restart restart,
    Cold cold,
    @JsonProperty("reason") Optional<String> failure) {

  /**
   * The end of a warm-up.
   *
   * @param seconds how long it took
   * @param steady whether compilation had ended and the throughput was flat; otherwise the warm-up
   *     reached its time limit
   */
  public record WarmUp(double seconds, boolean steady) {}

  /** The shortest time for a trusted figure: a pause of 10 ms is 4 % of it. */
  public static final double ENOUGH_SECONDS = 0.25;

  /**
   * Throughput over time.
   *
   * @param seconds when each interval ended, in seconds since the start
   * @param operations how many operations ended in it
   */
  public record Series(List<Double> seconds, List<Long> operations) {
    /** For a runner that keeps none. */
    public static final Series NONE = new Series(List.of(), List.of());

    /** Whether it was still changing at the end ({@link Steadiness}), or changed at once. */
    public boolean unsteady() {
      return Steadiness.isUnsteady(rates()) || step().isPresent();
    }

    /** A sudden change within the phase. */
    public Optional<Step> step() {
      return Step.in(rates());
    }

    /** When a change took place, in seconds since the start. */
    public double secondsOf(Step step) {
      return seconds.get(step.samples() - 1);
    }

    private double[] rates() {
      // The last interval ends with the phase, so it may be too short for a rate.
      int samples = Math.max(0, seconds.size() - 1);
      double[] rates = new double[samples];
      double before = 0;
      for (int i = 0; i < samples; i++) {
        rates[i] = operations.get(i) / (seconds.get(i) - before);
        before = seconds.get(i);
      }
      return rates;
    }
  }

  /** Nothing was measured. */
  public static Measurement failed(long asked, String reason) {
    return counted(asked, 0, 0, 0, 0, Optional.of(reason));
  }

  /** Figures of a runner that keeps neither latencies nor a time series. */
  public static Measurement counted(
      long asked, long good, long errors, long inserted, double seconds, Optional<String> failure) {
    return new Measurement(
        asked,
        good,
        errors,
        inserted,
        seconds,
        Latency.NONE,
        Latency.NONE,
        Series.NONE,
        0,
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
        failure);
  }

  /** The same figures, with records that were inserted before, less those deleted. */
  public Measurement withInserted(long before) {
    return with(
        inserted + before,
        pace,
        capacity,
        demand,
        profile,
        onMachines,
        usage,
        restart,
        cold,
        failure);
  }

  /** The same figures with another judgement. */
  public Measurement judged(Optional<String> verdict) {
    return with(
        inserted, pace, capacity, demand, profile, onMachines, usage, restart, cold, verdict);
  }

  /** The same figures of a phase that had a target. */
  public Measurement paced(Pace target) {
    return with(
        inserted, target, capacity, demand, profile, onMachines, usage, restart, cold, failure);
  }

  /** The same figures after a search. */
  public Measurement withCapacity(Capacity found) {
    return with(inserted, pace, found, demand, profile, onMachines, usage, restart, cold, failure);
  }

  /** The same figures with what was counted. */
  public Measurement withDemand(Demand counted) {
    return with(
        inserted, pace, capacity, counted, profile, onMachines, usage, restart, cold, failure);
  }

  /** The same figures of a phase whose stacks were sampled. */
  public Measurement withProfile(Profile sampled) {
    return with(
        inserted, pace, capacity, demand, sampled, onMachines, usage, restart, cold, failure);
  }

  /** The same figures with what the phase took of the machine. */
  public Measurement withUsage(Usage taken) {
    return with(
        inserted, pace, capacity, demand, profile, onMachines, taken, restart, cold, failure);
  }

  /** The same figures after a restart. */
  public Measurement restarted(Restart times) {
    return with(inserted, pace, capacity, demand, profile, onMachines, usage, times, cold, failure);
  }

  /** The same figures after a cold start. */
  public Measurement started(Optional<Cold> files) {
    return with(
        inserted,
        pace,
        capacity,
        demand,
        profile,
        onMachines,
        usage,
        restart,
        files.orElse(null),
        failure);
  }

  /** The same figures with those of each machine. */
  public Measurement on(List<Machine> machines) {
    return with(inserted, pace, capacity, demand, profile, machines, usage, restart, cold, failure);
  }

  private Measurement with(
      long allInserted,
      Pace target,
      Capacity found,
      Demand counted,
      Profile sampled,
      List<Machine> machines,
      Usage taken,
      Restart times,
      Cold files,
      Optional<String> verdict) {
    return new Measurement(
        asked,
        good,
        errors,
        allInserted,
        seconds,
        reads,
        writes,
        series,
        valuesChecked,
        stalledSeconds,
        segments,
        latencyEvery,
        longestUs,
        target,
        found,
        counted,
        sampled,
        machines,
        warmUp,
        taken,
        times,
        files,
        verdict);
  }

  /** Good operations per second; 0 when nothing was measured. */
  @JsonProperty("throughput_ops_s")
  public double throughputOpsS() {
    return seconds > 0 ? good / seconds : 0;
  }

  /** Whether the figures may be used. */
  @JsonProperty
  public boolean valid() {
    return failure.isEmpty();
  }
}
