package org.pmemycsb.harness.measure;

/** Hears about once a second how far a phase is; called in the thread that called the replayer. */
@FunctionalInterface
public interface ProgressListener {
  /**
   * @param done operations that are over, good or not
   * @param asked operations of the phase
   * @param elapsedNanos since the barrier
   */
  void progress(long done, long asked, long elapsedNanos);
}
