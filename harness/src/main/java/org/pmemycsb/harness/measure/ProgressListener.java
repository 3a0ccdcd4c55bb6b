package org.pmemycsb.harness.measure;

/** Hears how far a phase is; called in the thread that called the replayer. */
@FunctionalInterface
public interface ProgressListener {
  /**
   * While a phase is measured, about once a second.
   *
   * @param done operations that are over, good or not
   * @param asked operations of the phase
   * @param elapsedNanos since the barrier
   */
  void progress(long done, long asked, long elapsedNanos);

  /** The measured part begins in a moment, after a collection of garbage. */
  default void starts() {}

  /** The measured part is over. */
  default void ended() {}
}
