package org.pmemycsb.harness.result;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The figures of one of several machines in a phase.
 *
 * @param throughputOpsS good operations per second by its own clock; over all loads if the load was
 *     repeated
 * @param startUs delay after the common start, in microseconds by its own clock; the longest one of
 *     a repeated load
 * @param clockOffsetUs its clock less that of the first machine, in microseconds, as far as the
 *     cluster can tell
 */
public record Machine(String host, double throughputOpsS, double startUs, double clockOffsetUs) {
  /** Below this share of the median throughput, a machine lags. */
  public static final double LAGS_BELOW = 0.8;

  /** Its name for people; numbers begin with 1. */
  public static String name(int machine, String host) {
    return "machine " + (machine + 1) + " (" + host + ")";
  }

  /** The numbers of the machines that lag, from 0. */
  public static List<Integer> lagging(List<Machine> all) {
    double median =
        Median.withDefaults().evaluate(all.stream().mapToDouble(Machine::throughputOpsS).toArray());
    return IntStream.range(0, all.size())
        .filter(i -> all.get(i).throughputOpsS() < LAGS_BELOW * median)
        .boxed()
        .toList();
  }
}
