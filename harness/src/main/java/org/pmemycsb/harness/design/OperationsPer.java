package org.pmemycsb.harness.design;

/** Who makes the number of operations that an experiment gives. */
public enum OperationsPer {
  /** All clients of a run together. */
  PHASE,
  /** Each client thread of a run. */
  THREAD
}
