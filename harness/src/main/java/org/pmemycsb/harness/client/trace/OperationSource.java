package org.pmemycsb.harness.client.trace;

import java.lang.reflect.InvocationTargetException;

/** An endless supply of a workload's operations; for one thread at a time. */
public interface OperationSource extends AutoCloseable {
  /** Adds the next operation and its side numbers to a chunk. */
  void next(TraceChunk into);

  /**
   * Which queue gets the next operation.
   *
   * @param turn the queue whose turn it is
   * @param queues how many there are
   */
  default int queue(int turn, int queues) {
    return turn;
  }

  @Override
  default void close() {}

  /** The operations of a recorded trace, or of YCSB's workload. */
  static OperationSource of(TraceSpec spec) {
    return spec.isRecorded() ? new RecordedSource(spec) : ofYcsb(spec);
  }

  /**
   * A stock CoreWorkload that draws from {@link SeededRandom#current()}. The caller must have given
   * its thread a generator now and at each {@link #next}.
   *
   * @throws IllegalArgumentException if the workload refuses its properties
   */
  private static OperationSource ofYcsb(TraceSpec spec) {
    try {
      return (OperationSource)
          Class.forName(RecordingWorkload.class.getName(), true, SeededLoader.SHARED)
              .getConstructor(TraceSpec.class)
              .newInstance(spec);
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      throw new IllegalArgumentException("the workload cannot be set up: " + cause, cause);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("YCSB's core is not on the class path as expected", e);
    }
  }
}
