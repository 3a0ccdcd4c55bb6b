package org.pmemycsb.harness.client.replay;

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

  /**
   * All is ready for the measured part, or for its next iteration, which begins when the method
   * returns.
   *
   * @return whether it begins; if the first does not, the phase is given up, and if another does
   *     not, the phase is over
   */
  default boolean ready() throws InterruptedException {
    return true;
  }

  /** Operations begin when the method returns; recording more of them interrupts a phase. */
  default void segmentStarts() throws InterruptedException {}

  /** All operations that began since are over. */
  default void segmentEnded() throws InterruptedException {}

  /** The measured part is over. */
  default void ended() throws InterruptedException {}
}
