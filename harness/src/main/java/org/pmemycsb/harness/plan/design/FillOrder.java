package org.pmemycsb.harness.plan.design;

/** The order in which a load inserts its records. */
public enum FillOrder implements Named {
  /** By their numbers, as YCSB does. */
  SEQUENTIAL,
  /** Each once, shuffled; the same for every seed. */
  RANDOM,
  /**
   * Drawn at random, so that some come again and others not at all, as LevelDB's db_bench and its
   * descendants do.
   */
  REPEATING;
}
