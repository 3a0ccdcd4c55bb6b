package org.pmemycsb.harness.design;

/** When the operations of a target are to begin. */
public enum ArrivalKind {
  /** At equal distances. */
  UNIFORM,
  /** At the times of a Poisson process, as many independent users come. */
  POISSON
}
