package org.pmemycsb.harness.trace.source;

import java.lang.reflect.InvocationTargetException;
import java.util.Properties;

/** An endless supply of a workload's operations; for one thread at a time. */
public interface OperationSource {
  /** Fills {@code into} with the next operation. */
  void next(RecordedOperation into);

  /**
   * A stock CoreWorkload that draws from {@link SeededRandom#current()}, which the caller must have
   * in place now and at each {@link #next}.
   *
   * @param properties the workload's properties, complete and consistent
   * @param load whether {@link #next} is the load phase's insert or a transaction
   * @throws IllegalArgumentException if the workload refuses its properties
   */
  static OperationSource of(Properties properties, boolean load) {
    try {
      return (OperationSource)
          Class.forName(RecordingWorkload.class.getName(), true, new SeededLoader())
              .getConstructor(Properties.class, boolean.class)
              .newInstance(properties, load);
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      throw new IllegalArgumentException("the workload cannot be set up: " + cause, cause);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("YCSB's core is not on the class path as expected", e);
    }
  }
}
