package org.pmemycsb.harness.plan.design;

/** More that an experiment can show beside its figures, each from runs of its own. */
public enum Show implements Named {
  /** Flushes, fences, syncs and bytes of an operation. */
  LEDGER,
  /** The time of flushes and of fences: databases run also without them. */
  SPLIT,
  /** Where the time of each cell goes, by samples of stacks. */
  PROFILE;
}
