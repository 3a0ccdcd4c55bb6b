package org.pmemycsb.harness.analysis.claim;

/** Whether the measured figures satisfy a claim. */
public enum ClaimVerdict {
  /** The whole 95 % interval satisfies it. */
  HOLDS,
  /** No point of the 95 % interval satisfies it. */
  FAILS,
  /** A part of the interval satisfies it and a part does not, or there is no interval. */
  UNDECIDED
}
