package org.pmemycsb.harness;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/** A call of another program, which may never answer. */
@FunctionalInterface
public interface BoundedCall<T, E extends Exception> {
  /** Makes the call, in a daemon thread. The thread is interrupted when the wait ends. */
  T make() throws E, InterruptedException;

  /**
   * Makes a call and waits for its end.
   *
   * @throws E if the call does
   * @throws TimeoutException if it does not end in this time; its thread may go on
   */
  static <T, E extends Exception> T make(String thread, Duration patience, BoundedCall<T, E> call)
      throws E, TimeoutException, InterruptedException {
    return make(thread, patience, () -> 0, call);
  }

  /**
   * The same for a call of many steps. It may take longer, as long as it makes progress.
   *
   * @param patience longest time without progress
   * @param progress a number that each step changes; thread-safe
   */
  @SuppressWarnings("unchecked") // the call throws nothing else
  static <T, E extends Exception> T make(
      String thread, Duration patience, LongSupplier progress, BoundedCall<T, E> call)
      throws E, TimeoutException, InterruptedException {
    FutureTask<T> task = new FutureTask<>(call::make);
    Thread caller = new Thread(task, thread);
    caller.setDaemon(true);
    caller.start();
    try {
      while (true) {
        long before = progress.getAsLong();
        try {
          return task.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
          if (progress.getAsLong() == before) {
            throw late;
          }
        }
      }
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof Error error) {
        throw error;
      }
      throw (E) failed.getCause();
    } finally {
      task.cancel(true);
    }
  }
}
