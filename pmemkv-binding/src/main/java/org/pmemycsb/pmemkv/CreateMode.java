package org.pmemycsb.pmemkv;

/** The treatment of an existing or missing pool when a store is opened. */
public enum CreateMode {
  /** The pool must exist. */
  NEVER,
  /** Opens the pool that is there, whatever its size, or else creates one. */
  IF_ABSENT,
  /** Creates a pool and removes an existing one. */
  REPLACE
}
