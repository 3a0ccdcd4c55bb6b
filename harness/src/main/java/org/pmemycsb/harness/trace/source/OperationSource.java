package org.pmemycsb.harness.trace.source;

import java.lang.reflect.InvocationTargetException;
import org.pmemycsb.harness.trace.TraceChunk;
import org.pmemycsb.harness.trace.TraceSpec;

/** An endless supply of a workload's operations; for one thread at a time. */
public interface OperationSource {
  /** Adds the next operation and its side numbers to a chunk. */
  void next(TraceChunk into);

  /**
   * A stock CoreWorkload that draws from {@link SeededRandom#current()}. The caller must have given
   * its thread a generator now and at each {@link #next}.
   *
   * @throws IllegalArgumentException if the workload refuses its properties
   */
  static OperationSource of(TraceSpec spec) {
    try {
      return (OperationSource)
          Class.forName(RecordingWorkload.class.getName(), true, new SeededLoader())
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
