package org.pmemycsb.harness.client.replay;

/**
 * The bandwidth that all readers of a modelled medium share, in this process and in others. The
 * shim for libpmem has its queue; this process must have loaded it.
 */
final class ModelledReads {
  private ModelledReads() {}

  /**
   * Reads so many ranges of so many bytes each. The result is when the medium has read them, by
   * {@link System#nanoTime}, or 0 if that cannot be late.
   */
  static native long reads(long ranges, long bytes);

  /**
   * Has a server, which has loaded the shim too, wait for its memory before its next answer: so
   * many nanoseconds, and until it has read so many bytes.
   */
  static native void owe(long nanos, long bytes);
}
