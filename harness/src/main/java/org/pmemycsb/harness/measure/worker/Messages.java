package org.pmemycsb.harness.measure.worker;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.Numbering;
import org.pmemycsb.harness.client.trace.Share;
import org.pmemycsb.harness.client.trace.Workload;
import org.pmemycsb.harness.measure.ClientFeature;
import org.pmemycsb.harness.plan.design.Verify;
import org.pmemycsb.harness.result.Measurement;
import org.pmemycsb.harness.result.Restart;

/** The messages between harness and worker. */
final class Messages {
  static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(new Jdk8Module())
          .registerModule(new HistogramModule())
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  /** The beginning of a line that has a {@link Setup}. */
  static final String SETUP = "SETUP ";

  /** The beginning of a line that has the numbers of the server's processes: before each phase. */
  static final String SERVERS = "SERVERS ";

  /** The answer to a worker that waits for a restart; the nanoseconds that it took follow. */
  static final String RESTARTED = "RESTARTED ";

  /** The answer to a worker that waits for its turn: the next iteration begins. */
  static final String GO = "GO";

  /** The answer to a worker that waits: the phase is over for all, or cannot begin. */
  static final String ABORT = "ABORT";

  private static final int SETTLE_SHARE = 5;
  // A database may be faster after a restart.
  private static final double ENOUGH = 1.5;

  private Messages() {}

  /**
   * The first line of a run to a worker: the settings for all phases.
   *
   * @param patienceSeconds longest time in seconds without a finished operation, or an answer of
   *     another process
   * @param features parts of features in the worker
   * @param share the worker's part of all operations, if it is in a crew
   */
  record Setup(
      Client client,
      int threads,
      Verify verify,
      int patienceSeconds,
      Records records,
      List<ClientFeature.Settings> features,
      Optional<Share> share) {
    Duration patience() {
      return Duration.ofSeconds(patienceSeconds);
    }

    /** The same for a machine of a crew. */
    Setup on(Share machine) {
      return new Setup(
          client, threads, verify, patienceSeconds, records, List.of(), Optional.of(machine));
    }
  }

  /** As {@link org.pmemycsb.harness.measure.RunTask.Client}. */
  record Client(
      String className,
      List<String> jars,
      boolean printable,
      Map<String, String> properties,
      boolean scansInOrder) {}

  /**
   * The records of a run.
   *
   * @param most largest number of them
   */
  record Records(long most, long seed, List<Workload> workloads) {}

  /**
   * Each further line of a run to a worker: a phase to run.
   *
   * @param numbering the records of a crew
   */
  record PhaseCommand(
      Workload workload, Extent extent, Rate rate, ResultUse use, Optional<Numbering> numbering) {
    boolean load() {
      return workload.isLoad();
    }

    /** Whether the database is started again before its operations. */
    boolean afterRestart() {
      return use.restart().filter(RestartStep::after).isPresent();
    }

    /** The same as a trial of a search. */
    PhaseCommand asTrial(int number, double target) {
      return with(
          new Extent(
              extent.operations,
              extent.durationMillis,
              0,
              extent.records,
              0,
              // An odd number, so that no two trials have one seed.
              extent.seed + number * 0xD1342543DE82EF95L),
          new Rate(target, rate.poisson, extent.durationMillis / SETTLE_SHARE),
          ResultUse.none(use.rehearsal));
    }

    /**
     * The same with other operations, without a result.
     *
     * @param atMost time after which it ends; zero if it is to end by its operations
     */
    PhaseCommand asRehearsal(Duration atMost) {
      return with(
          new Extent(
              extent.operations, atMost.toMillis(), 0, extent.records, extent.warmUp, ~extent.seed),
          rate,
          ResultUse.none(true));
    }

    /** The same at once and without files: its figures are thrown away. */
    PhaseCommand unrecorded() {
      return with(
          new Extent(
              extent.operations,
              extent.durationMillis,
              0,
              extent.records,
              extent.warmUp,
              extent.seed),
          rate,
          ResultUse.none(false));
    }

    /** The same for each machine of a cluster. */
    PhaseCommand forCrew(Numbering records) {
      return new PhaseCommand(
          workload,
          new Extent(
              extent.operations,
              extent.durationMillis,
              0,
              load() ? 0 : records.records(),
              extent.warmUp,
              extent.seed),
          rate,
          ResultUse.none(use.rehearsal),
          load() ? Optional.empty() : Optional.of(records));
    }

    /**
     * The same before the database is killed.
     *
     * @param open whether a store in the worker's process must still be open then
     */
    PhaseCommand beforeRestart(boolean open) {
      return with(extent, new RestartStep(open, 0));
    }

    /**
     * The same after the database was started again, without warm-up.
     *
     * @param before operations per second before the kill
     */
    PhaseCommand afterRestart(double before) {
      double inTime = extent.durationMillis / 1e3 * before * ENOUGH;
      return with(
          new Extent(
              extent.durationMillis == 0
                  ? extent.operations
                  : Math.min(extent.operations, (long) inTime + 1),
              extent.durationMillis,
              0,
              extent.records,
              0,
              extent.seed + 1),
          new RestartStep(false, before));
    }

    private PhaseCommand with(Extent other, RestartStep step) {
      Optional<RestartStep> restart = Optional.of(step);
      return with(other, rate, new ResultUse(false, Optional.empty(), restart));
    }

    private PhaseCommand with(Extent other, Rate otherRate, ResultUse otherUse) {
      return new PhaseCommand(workload, other, otherRate, otherUse, numbering);
    }

    /** Operations per second before the kill, of a phase {@link #afterRestart()}. */
    double speedBefore() {
      return use.restart().map(RestartStep::before).orElse(0.0);
    }

    /** Nothing was measured. */
    Measurement failed(String reason) {
      return Measurement.failed(extent.durationMillis == 0 ? extent.operations : 0, reason);
    }
  }

  /**
   * The number of operations and records of a phase.
   *
   * @param operations number of operations; the largest one, if the phase ends by time
   * @param durationMillis time limit; 0 for none
   * @param iterationMillis length of the iterations that the phase is made in, each when it is the
   *     database's turn; 0 if it is made in one piece
   * @param records number of records before the phase
   * @param warmUp operations before the clock starts; repeated if the phase ends by time
   */
  record Extent(
      long operations,
      long durationMillis,
      long iterationMillis,
      long records,
      long warmUp,
      long seed) {}

  /**
   * @param target operations per second over all threads; 0 for as fast as they can
   * @param poisson whether they begin at the times of a Poisson process
   * @param settleMillis time of an open loop before its latencies count
   */
  record Rate(double target, boolean poisson, long settleMillis) {}

  /**
   * @param rehearsal whether the database is emptied afterwards, so that no later check expects its
   *     records
   * @param kept id of the phase, if its figures are kept
   * @param restart the part of a restart, where it is one
   */
  record ResultUse(boolean rehearsal, Optional<String> kept, Optional<RestartStep> restart) {
    static ResultUse none(boolean rehearsal) {
      return new ResultUse(rehearsal, Optional.empty(), Optional.empty());
    }
  }

  /**
   * @param open whether a client stays connected at the end, until the process is killed
   * @param before operations per second before the kill, if the database is about to be started
   *     again; else 0
   */
  record RestartStep(boolean open, double before) {
    /** Whether the database is about to be started again. */
    boolean after() {
      return before > 0;
    }
  }

  /**
   * The last line of a phase from a worker: the raw counts of its part.
   *
   * @param measured empty if it did not begin
   * @param failure the reason if there are no counts
   * @param broken the reason if the worker cannot work, which is no fault of the database
   * @param lateMicros delay after the common start, by its own clock
   * @param restart times of a restart, without that of the throughput
   */
  record Part(
      Optional<PhaseMeasurement> measured,
      Optional<String> failure,
      Optional<String> broken,
      long lateMicros,
      Measurement.Resources resources,
      Optional<Restart> restart) {
    static Part failed(String reason) {
      return none(Optional.of(reason), Optional.empty());
    }

    static Part broken(IOException why) {
      return none(Optional.empty(), Optional.of(why.getMessage()));
    }

    private static Part none(Optional<String> failure, Optional<String> broken) {
      return new Part(
          Optional.empty(), failure, broken, 0, Measurement.Resources.NONE, Optional.empty());
    }
  }
}
