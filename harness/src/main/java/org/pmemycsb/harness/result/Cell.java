package org.pmemycsb.harness.result;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * A cell of the comparison: the repeats of one phase under one set of conditions.
 *
 * @param runs repeats made
 * @param validRuns those whose figures may be used; nothing is averaged over the others
 * @param throughput operations per second over the valid repeats; empty when there is none
 * @param samples throughputs of the valid repeats
 * @param readP50Us median over the valid repeats, in microseconds; empty when there were no reads
 * @param errors failed operations over all repeats
 * @param reasons why repeats are invalid, each once
 */
public record Cell(
    Key key,
    int runs,
    int validRuns,
    Optional<Estimate> throughput,
    List<Double> samples,
    OptionalDouble readP50Us,
    OptionalDouble readP99Us,
    OptionalDouble writeP50Us,
    OptionalDouble writeP99Us,
    long errors,
    List<String> reasons) {

  /** The conditions; two phases with equal keys are repeats of each other. */
  public record Key(
      String database,
      String phase,
      int threads,
      int valueSizeBytes,
      String durability,
      String medium,
      String runner) {

    /** The conditions of a phase. */
    public static Key of(PhaseResult phase) {
      return new Key(
          phase.database(),
          phase.phase(),
          phase.threads(),
          phase.valueSizeBytes(),
          phase.durability(),
          phase.medium(),
          phase.runner());
    }
  }

  /** Whether every repeat is valid; a cell that is not must never be shown as a good number. */
  public boolean valid() {
    return runs > 0 && validRuns == runs;
  }
}
