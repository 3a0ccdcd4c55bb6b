package org.pmemycsb.harness.client.replay;

import java.time.Duration;
import java.util.Optional;
import org.pmemycsb.harness.client.trace.Numbering;

/**
 * @param target operations per second over all threads, or 0: as fast as they can
 * @param poisson whether the operations of a target begin at the times of a Poisson process,
 *     instead of at equal distances
 * @param settle how long an open loop runs before its latencies count; they count by the intended
 *     start. Its operations count from the beginning
 * @param stuckAfter a thread that finishes no operation for this long is given up, and the phase
 *     with it; also the longest that clients may take to start and to stop
 * @param auditRecords how many of the records that the {@link
 *     org.pmemycsb.harness.client.trace.Verifier} watches are read after the clock has stopped,
 *     spread over all of them
 * @param seriesInterval the time from one sample of the time series to the next
 * @param numbering the numbers of the records where several machines insert; empty if the numbers
 *     have no gaps
 */
public record ReplaySettings(
    double target,
    boolean poisson,
    Duration settle,
    Duration stuckAfter,
    long auditRecords,
    Duration seriesInterval,
    Optional<Numbering> numbering) {
  public ReplaySettings {
    if (!(target >= 0 && target <= 1e9)) {
      throw new IllegalArgumentException(
          "target must be from 0 to 1e9 operations per second, not " + target);
    }
    if (stuckAfter.toNanos() <= 0 || seriesInterval.toNanos() <= 0 || auditRecords < 0) {
      throw new IllegalArgumentException("times must be positive and records not negative");
    }
  }
}
