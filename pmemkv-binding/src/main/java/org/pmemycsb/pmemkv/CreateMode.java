package org.pmemycsb.pmemkv;

/** What opening a store does about a pool that is, or is not, there. */
public enum CreateMode {
  /** The pool must exist. */
  NEVER,
  /** Opens the pool that is there, whatever its size, or else creates one. */
  IF_ABSENT,
  /** Creates a pool and throws away the one that is there, if any. */
  REPLACE
}
