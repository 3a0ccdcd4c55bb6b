package org.pmemycsb.harness.plan.design;

/** How operations are made and timed. */
public enum RunnerKind implements Named {
  /** Recorded before the clock starts and replayed, so that the harness costs next to nothing. */
  TRACE,
  /** Stock {@code site.ycsb.Client}, for figures that compare with published ones. */
  YCSB,
  /** The recorded operations, replayed by the database's own program without Java. */
  NATIVE;

  /** The kind with this id; refuses what there is not. */
  public static RunnerKind of(String id) {
    return Words.named(RunnerKind.class, id);
  }
}
