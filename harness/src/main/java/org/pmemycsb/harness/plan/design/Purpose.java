package org.pmemycsb.harness.plan.design;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** The purpose of a run: the comparison, or figures beside it. */
public enum Purpose implements Named {
  /** A run of the comparison. */
  COMPARISON(""),
  /** What the database asks of the medium is counted; the run has no throughput. */
  COUNTED(""),
  /** The stacks of its processes are sampled; the run has no throughput. */
  PROFILED(""),
  /** libpmem flushes nothing. */
  NO_FLUSHES("flushes"),
  /** libpmem does not wait for what it flushed. */
  NO_FENCES("fences"),
  /** libpmem does neither. */
  NEITHER("flushes,fences");

  private final String leftOut;

  Purpose(String leftOut) {
    this.leftOut = leftOut;
  }

  /** The calls that the shim leaves out, in the words of its source; empty for none. */
  public String leftOut() {
    return leftOut;
  }

  /** Whether acknowledged writes are as durable as the database makes them. */
  public boolean isDurable() {
    return leftOut.isEmpty();
  }

  /** Whether the processes of the database load the shim for libpmem. */
  public boolean loadsShim() {
    return this == COUNTED || !isDurable();
  }

  /**
   * Whether a rate is measured. Otherwise a phase ends by its operations, so that two such runs
   * make the same, nothing comes before it, and nothing waits for a time.
   */
  public boolean isTimed() {
    return this != COUNTED;
  }

  /** The most operations of a workload: those counted are enough to see the rare ones. */
  public long mostOperations() {
    return isTimed() ? Long.MAX_VALUE : 5_000;
  }

  /** The shortest time of a workload that ends by time: a profile has 2,000 samples of a thread. */
  public Duration leastDuration() {
    return this == PROFILED ? Duration.ofSeconds(2) : Duration.ZERO;
  }

  /** Whether a combination has only one such run. */
  public boolean isOnce() {
    return this == COUNTED || this == PROFILED;
  }

  /** Those that show together where the time of a write goes. */
  public static List<Purpose> split() {
    return Arrays.stream(values()).filter(each -> !each.isDurable()).toList();
  }
}
