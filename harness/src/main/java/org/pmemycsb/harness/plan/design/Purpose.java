package org.pmemycsb.harness.plan.design;

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

  /** What the stand-in leaves out, in the words of its source; empty for nothing. */
  public String leftOut() {
    return leftOut;
  }

  /** Whether acknowledged writes are as durable as the database makes them. */
  public boolean isDurable() {
    return leftOut.isEmpty();
  }

  /** Whether the processes of the database load the stand-in for libpmem. */
  public boolean hasStandIn() {
    return this == COUNTED || !isDurable();
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
