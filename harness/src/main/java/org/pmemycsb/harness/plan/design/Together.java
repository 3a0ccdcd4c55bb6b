package org.pmemycsb.harness.plan.design;

/** Which databases of equal conditions are open side by side, and measured in turn. */
public enum Together {
  /** As many as fit into the memory; each alone if the experiment needs that. */
  AUTO,
  /** All of them. */
  ALL,
  /** Each variant with its stock database, on all places. */
  PAIRS,
  /** Each alone, its phases in one piece. */
  ONE
}
