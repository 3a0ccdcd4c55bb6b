package org.pmemycsb.harness.plan.design;

import java.util.Locale;

/** More that an experiment can show beside its figures, each from runs of its own. */
public enum Show {
  /** Flushes, fences, syncs and bytes of an operation. */
  LEDGER,
  /** The time of flushes and of fences: databases run also without them. */
  SPLIT,
  /** Where the time of each cell goes, by samples of stacks. */
  PROFILE;

  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
