package org.pmemycsb.harness.trace;

/**
 * The operations of one phase, dealt out to its threads.
 *
 * <p>Operation {@code i} of the workload belongs to thread {@code i mod threads}, so the trace of
 * one seed is the same set of operations for any number of threads.
 */
public interface Trace extends AutoCloseable {
  TraceSpec spec();

  /**
   * A thread's operations from its first on. A trace in memory may be walked any number of times,
   * one that is made while it is used only once.
   *
   * @param thread from 0 to {@code spec().threads() - 1}
   */
  Cursor cursor(int thread);

  /** Ends the making of further operations; waiting cursors are told so by an exception. */
  @Override
  default void close() {}

  /** One thread's way through its operations; for that thread alone. */
  interface Cursor {
    /** Whether {@link #next} will return at once. */
    default boolean isReady() {
      return true;
    }

    /**
     * The next chunk, or null when there is none left. The chunk before it must no longer be used.
     *
     * @throws IllegalStateException if the making of operations failed or was closed
     */
    TraceChunk next() throws InterruptedException;
  }
}
