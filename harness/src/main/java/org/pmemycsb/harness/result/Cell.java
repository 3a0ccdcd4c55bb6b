package org.pmemycsb.harness.result;

import java.util.List;
import java.util.Optional;
import org.pmemycsb.harness.statistics.Estimate;

/**
 * A cell of the comparison: the repeats of one phase under one set of conditions.
 *
 * @param runs repeats made
 * @param validRuns those whose figures may be used; no mean or median includes the others
 * @param throughput operations per second over the valid repeats; empty when there is none
 * @param samples throughputs of the valid repeats
 * @param reads median of each percentile over the valid repeats
 * @param writes the same of inserts and updates
 * @param unsteady how many valid repeats had not become steady: {@link Measurement.Series#unsteady}
 * @param errors failed operations over all repeats
 * @param reasons why repeats are invalid, each once
 * @param cost of its data; empty unless its place has a price and its space is known
 */
public record Cell(
    Conditions key,
    int runs,
    int validRuns,
    Optional<Estimate> throughput,
    List<Double> samples,
    Latency reads,
    Latency writes,
    int unsteady,
    long errors,
    List<String> reasons,
    Optional<Cost> cost) {

  /** The same with a cost. */
  public Cell costing(Optional<Cost> known) {
    return new Cell(
        key, runs, validRuns, throughput, samples, reads, writes, unsteady, errors, reasons, known);
  }

  /** Whether most of the valid repeats were still changing when they ended. */
  public boolean isUnsteady() {
    return 2 * unsteady > validRuns;
  }

  /** Whether every repeat is valid. The figures of an invalid cell must never be shown. */
  public boolean valid() {
    return runs > 0 && validRuns == runs;
  }
}
