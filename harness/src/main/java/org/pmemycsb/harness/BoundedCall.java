package org.pmemycsb.harness;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
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
    return make(thread, patience, () -> 0, late -> {}, call);
  }

  /**
   * The same for a call of many steps, or with a result that must be closed.
   *
   * @param patience longest time without progress
   * @param progress a number that each step changes; thread-safe
   * @param late takes a result that comes when the wait is over; in the call's thread, which may be
   *     interrupted
   */
  static <T, E extends Exception> T make(
      String thread,
      Duration patience,
      LongSupplier progress,
      Consumer<? super T> late,
      BoundedCall<T, E> call)
      throws E, TimeoutException, InterruptedException {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Thread caller = start(thread, answer, late, call);
    try {
      while (true) {
        long before = progress.getAsLong();
        try {
          return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException silent) {
          // Else the call has ended in this moment.
          if (progress.getAsLong() == before && answer.completeExceptionally(silent)) {
            throw silent;
          }
        }
      }
    } catch (InterruptedException stopped) {
      if (!answer.cancel(false) && !answer.isCompletedExceptionally()) {
        late.accept(answer.join());
      }
      throw stopped;
    } catch (ExecutionException failed) {
      throw BoundedCall.<E>cause(failed);
    } finally {
      caller.interrupt();
    }
  }

  /**
   * Makes a call that cleans up. An interrupt ends neither the call nor the wait; the thread is
   * interrupted afterwards.
   *
   * @throws E if the call does
   * @throws TimeoutException as {@link #make(String, Duration, BoundedCall)}
   */
  static <T, E extends Exception> T insist(String thread, Duration patience, BoundedCall<T, E> call)
      throws E, TimeoutException {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Thread caller = start(thread, answer, late -> {}, call);
    long end = System.nanoTime() + patience.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return answer.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException later) {
          interrupted = true;
        }
      }
    } catch (ExecutionException failed) {
      throw BoundedCall.<E>cause(failed);
    } finally {
      caller.interrupt();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static <T, E extends Exception> Thread start(
      String name, CompletableFuture<T> answer, Consumer<? super T> late, BoundedCall<T, E> call) {
    Thread caller =
        new Thread(
            () -> {
              try {
                T made = call.make();
                if (!answer.complete(made)) {
                  late.accept(made);
                }
              } catch (Throwable failed) {
                answer.completeExceptionally(failed);
              }
            },
            name);
    caller.setDaemon(true);
    caller.start();
    return caller;
  }

  @SuppressWarnings("unchecked") // the call throws nothing else
  private static <E extends Exception> E cause(ExecutionException failed) {
    if (failed.getCause() instanceof Error error) {
      throw error;
    }
    return (E) failed.getCause();
  }
}
