package org.pmemycsb.harness.client.replay;

import java.util.function.LongUnaryOperator;

/**
 * The bandwidth that all readers of a modelled medium share, in this process and in others. The
 * shim for libpmem, which this process has loaded, has its queue.
 */
final class ModelledReads {
  private ModelledReads() {}

  /**
   * Reads of one range of so many bytes each. The result is when the medium has read it, by {@link
   * System#nanoTime}, or 0 if that cannot be late.
   *
   * @param library the file of the shim
   */
  static LongUnaryOperator of(String library) {
    System.load(library);
    return bytes -> reads(1, bytes);
  }

  /**
   * Has a server, which has loaded the shim too, wait for its memory before its next answer: so
   * many nanoseconds, and until it has read so many bytes.
   *
   * @param library the file of the shim
   */
  static Runnable ofServer(String library, long nanos, long bytes) {
    System.load(library);
    return () -> owe(nanos, bytes);
  }

  private static native long reads(long ranges, long bytes);

  private static native void owe(long nanos, long bytes);
}
