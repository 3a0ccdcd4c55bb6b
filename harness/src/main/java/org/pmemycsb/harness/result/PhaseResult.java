package org.pmemycsb.harness.result;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.plan.design.Phase;
import org.pmemycsb.harness.plan.settings.RunSpec;

/**
 * One measured phase of one run: a line of {@code cells.jsonl}.
 *
 * @param startedAt ISO 8601, UTC
 */
public record PhaseResult(
    @JsonUnwrapped Origin origin,
    String startedAt,
    Conditions conditions,
    @JsonUnwrapped Measurement measurement,
    @JsonUnwrapped State state,
    @JsonUnwrapped Limits limits) {

  /**
   * @param run id of the run when it is made for the first time
   * @param again how often it was made before
   * @param phasesInRun number of lines of a complete run
   * @param invocation its number, from 1
   * @param purpose id of the {@link org.pmemycsb.harness.plan.design.Purpose} of a run beside the
   *     comparison; null for the comparison
   * @param beside id of the run of the comparison under the same conditions; null if it is that
   * @param runSeconds seconds of the whole run by the id of a {@link RunPart}; only in the first
   *     phase of a run
   */
  public record Origin(
      String run,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) int again,
      int phasesInRun,
      int invocation,
      @JsonAlias("aside") String purpose, // its name until November 2026
      String beside,
      Map<String, Double> runSeconds) {}

  /**
   * The database after the phase.
   *
   * @param version product and version as the live database stated them
   * @param serverStatistics growth of the server's own counters in the phase
   * @param recordCount records in it; null when it cannot say
   * @param occupiedBytes bytes on its place after the load; null for other phases, or if unknown
   * @param logOccupiedBytes the same of a log that lies apart, on the place of the log
   * @param writtenBefore how many records earlier workloads wrote since the load, about, as a share
   *     of the records; null for a load. Two databases that differ in it were in different states
   */
  public record State(
      String version,
      Map<String, Long> serverStatistics,
      Long recordCount,
      Long occupiedBytes,
      Long logOccupiedBytes,
      Double writtenBefore) {}

  /**
   * The part of the machine that the run might use.
   *
   * @param placement where its processes were; null if the kernel decided
   * @param memoryLimitBytes limit of the database's main memory as the kernel stated it; null for
   *     none
   */
  public record Limits(SeenPlacement placement, Long memoryLimitBytes) {
    public static final Limits NONE = new Limits(null, null);
  }

  /** The same phase as the first of a run whose time is known. */
  public PhaseResult withRunSeconds(Map<String, Double> seconds) {
    Origin timed =
        new Origin(
            origin.run,
            origin.again,
            origin.phasesInRun,
            origin.invocation,
            origin.purpose,
            origin.beside,
            seconds);
    return new PhaseResult(timed, startedAt, conditions, measurement, state, limits);
  }

  public PhaseResult with(Limits others) {
    return new PhaseResult(origin, startedAt, conditions, measurement, state, others);
  }

  public PhaseResult with(Measurement figures) {
    return new PhaseResult(origin, startedAt, conditions, figures, state, limits);
  }

  public PhaseResult judged(Optional<String> failure) {
    return with(measurement.judged(failure));
  }

  public String run() {
    return RunSpec.id(origin.run, origin.again);
  }

  public String database() {
    return conditions.database();
  }

  public String phase() {
    return conditions.phase();
  }

  /** Whether the database was killed and started again in it. */
  public boolean restarts() {
    return phase().equals(Phase.RESTART.id());
  }

  public double throughputOpsS() {
    return measurement.throughputOpsS();
  }

  public boolean valid() {
    return measurement.valid();
  }

  /** The reason not to use the figures; null if they are valid. */
  public String reason() {
    return measurement.failure().orElse(null);
  }
}
