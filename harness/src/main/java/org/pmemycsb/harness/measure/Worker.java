package org.pmemycsb.harness.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.pmemycsb.harness.trace.Operation;
import org.pmemycsb.harness.trace.Trace;
import org.pmemycsb.harness.trace.TraceChunk;
import site.ycsb.DB;

/** One thread of a phase, with its client, from init to cleanup. */
final class Worker implements Runnable {
  /** The stages that all threads enter together; each has a gate that the replayer opens. */
  enum Stage {
    INIT,
    WARM_UP,
    REPLAY,
    AUDIT,
    CLEANUP
  }

  /** What the threads of a phase share. */
  static final class Shared {
    final CountDownLatch[] gates = new CountDownLatch[Stage.values().length];
    final CountDownLatch[] over = new CountDownLatch[Stage.values().length];

    /** Set before the gate to {@link Stage#REPLAY} opens. */
    volatile long startNanos;

    /** No further operation shall begin. */
    volatile boolean stop;

    Shared(int threads) {
      for (Stage stage : Stage.values()) {
        gates[stage.ordinal()] = new CountDownLatch(1);
        over[stage.ordinal()] = new CountDownLatch(threads);
      }
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  private static final VarHandle PROGRESS = MethodHandles.arrayElementVarHandle(long[].class);
  // Alone on its cache lines, as the watchdog looks at it while the thread writes it.
  private static final int PADDING = 16;
  private static final int DONE = PADDING;
  private static final int CURRENT = PADDING + 1;
  private static final int WAITING = PADDING + 2;
  private static final long SPIN_NANOS = 100_000;
  private static final long NO_OPERATION = -1;

  private final int thread;
  private final Shared shared;
  private final ClientFactory factory;
  private final OperationRunner runner;
  private final Trace trace;
  private final Trace warmUp;
  private final double nanosPerOperation;
  private final long auditRecords;
  private final Payload payload;
  private final long[] progress = new long[3 * PADDING];

  private DB db;
  private long endNanos;
  private long stalls;
  private long stalledNanos;
  private String failedIn;
  private volatile Stage stage = Stage.INIT;
  private volatile Stage left;
  private volatile Throwable failure;
  private volatile Stage failedAt;

  Worker(
      int thread,
      Shared shared,
      ClientFactory factory,
      OperationRunner runner,
      Trace trace,
      Trace warmUp,
      ReplaySettings settings,
      Payload payload) {
    this.thread = thread;
    this.shared = shared;
    this.factory = factory;
    this.runner = runner;
    this.trace = trace;
    this.warmUp = warmUp;
    this.payload = payload;
    nanosPerOperation = settings.target() > 0 ? 1e9 / settings.target() : 0;
    auditRecords = settings.auditRecords();
    progress[CURRENT] = NO_OPERATION;
  }

  @Override
  public void run() {
    boolean initialised =
        enter(
            Stage.INIT,
            () -> {
              db = factory.create(thread);
              db.init();
            });
    enter(Stage.WARM_UP, this::warmUp);
    enter(Stage.REPLAY, this::replay);
    enter(Stage.AUDIT, this::audit);
    // Whatever happened before, what was set up is torn down.
    pass(Stage.CLEANUP, initialised, () -> db.cleanup());
  }

  private boolean enter(Stage next, Work work) {
    return pass(next, true, work);
  }

  /** Waits for the gate and does the work, unless the phase was stopped. */
  private boolean pass(Stage next, boolean wanted, Work work) {
    boolean done = false;
    try {
      awaitGate(next);
      stage = next;
      if (wanted && (next == Stage.CLEANUP || !shared.stop)) {
        work.run();
        done = true;
      }
    } catch (Throwable e) { // an Error of a client, too, must end this thread alone
      if (failure == null) {
        failedAt = next;
        failedIn = activity();
        countBroken(next, e);
        failure = e;
      }
      shared.stop = true;
    } finally {
      if (next == Stage.REPLAY) {
        endNanos = System.nanoTime();
      }
      setProgress(CURRENT, NO_OPERATION);
      left = next;
      shared.over[next.ordinal()].countDown();
    }
    return done;
  }

  /** An operation that throws is a failed one. */
  private void countBroken(Stage at, Throwable e) {
    long operation = progress(CURRENT);
    if (at == Stage.REPLAY && operation != NO_OPERATION) {
      runner.tally().broken(Operation.kindCode(operation), e);
    }
  }

  private void awaitGate(Stage next) {
    boolean interrupted = false;
    while (true) {
      try {
        shared.gates[next.ordinal()].await();
        break;
      } catch (InterruptedException e) {
        interrupted = true; // the replayer opens every gate in the end
      }
    }
    if (interrupted && next != Stage.CLEANUP) {
      Thread.currentThread().interrupt();
    }
  }

  private void warmUp() throws Exception {
    if (warmUp == null) {
      return;
    }
    Trace.Cursor cursor = warmUp.cursor(thread);
    long done = 0;
    for (TraceChunk chunk = cursor.next(); chunk != null; chunk = cursor.next()) {
      runner.begin(chunk);
      for (int i = 0; i < chunk.size() && !shared.stop; i++) {
        long operation = chunk.operation(i);
        setProgress(CURRENT, operation);
        runner.runHarmlessly(db, operation);
        setProgress(DONE, ++done);
      }
    }
    runner.tally().reset();
    setProgress(DONE, 0);
  }

  private void replay() throws Exception {
    Trace.Cursor cursor = trace.cursor(thread);
    long done = 0;
    for (TraceChunk chunk = take(cursor); chunk != null; chunk = take(cursor)) {
      runner.begin(chunk);
      done = nanosPerOperation > 0 ? replayPaced(chunk, done) : replay(chunk, done);
      if (shared.stop) {
        return;
      }
    }
  }

  private long replay(TraceChunk chunk, long done) throws InterruptedException {
    int size = chunk.size();
    for (int i = 0; i < size && !shared.stop; i++) {
      long operation = chunk.operation(i);
      setProgress(CURRENT, operation);
      runner.run(db, operation);
      setProgress(DONE, ++done);
    }
    return done;
  }

  private long replayPaced(TraceChunk chunk, long done) throws InterruptedException {
    int size = chunk.size();
    int threads = trace.spec().threads();
    for (int i = 0; i < size && !shared.stop; i++) {
      long operation = chunk.operation(i);
      long intended = shared.startNanos + (long) ((done * threads + thread) * nanosPerOperation);
      awaitTime(intended);
      if (shared.stop) {
        break;
      }
      setProgress(CURRENT, operation);
      runner.schedule(intended);
      runner.run(db, operation);
      setProgress(DONE, ++done);
    }
    return done;
  }

  private void awaitTime(long nanos) {
    long left = nanos - System.nanoTime();
    if (left <= 0) {
      return;
    }
    setProgress(WAITING, 1);
    for (; left > 0 && !shared.stop; left = nanos - System.nanoTime()) {
      if (left > SPIN_NANOS) {
        LockSupport.parkNanos(Math.min(left - SPIN_NANOS / 2, 100_000_000));
      } else {
        Thread.yield(); // there may be more threads than cores
      }
    }
    setProgress(WAITING, 0);
  }

  private TraceChunk take(Trace.Cursor cursor) throws InterruptedException {
    if (cursor.isReady()) {
      return cursor.next();
    }
    setProgress(WAITING, 1);
    long start = System.nanoTime();
    TraceChunk chunk = cursor.next();
    stalledNanos += System.nanoTime() - start;
    stalls++;
    setProgress(WAITING, 0);
    return chunk;
  }

  private void audit() {
    long watched = payload.verifier().watchedKeys();
    long count = Math.min(watched, auditRecords);
    for (long i = thread; i < count && !shared.stop; i += trace.spec().threads()) {
      runner.audit(db, payload.verifier().watchedKey(i * watched / count));
      setProgress(DONE, progress[DONE] + 1);
    }
  }

  private void setProgress(int what, long value) {
    PROGRESS.setOpaque(progress, what, value);
  }

  private long progress(int what) {
    return (long) PROGRESS.getOpaque(progress, what);
  }

  // What the watchdog may ask at any time.

  long done() {
    return progress(DONE);
  }

  boolean isWaiting() {
    return progress(WAITING) != 0;
  }

  /** Whether this stage is over for the thread; then what it wrote in it may be read. */
  boolean hasLeft(Stage one) {
    Stage last = left;
    return last != null && last.compareTo(one) >= 0;
  }

  /** What the thread is at, for a message. */
  String activity() {
    long operation = progress(CURRENT);
    if (operation == NO_OPERATION) {
      return stage.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
    String key =
        Operation.isRelative(operation)
            ? " of a key near the newest"
            : " of " + payload.keys().name(Operation.key(operation));
    return Operation.kind(operation).label() + key;
  }

  Throwable failure() {
    return failure;
  }

  Stage failedAt() {
    return failedAt;
  }

  // What may be asked when the thread has left the stage.

  /** What the thread was at when it failed. */
  String failedIn() {
    return failedIn;
  }

  OperationRunner runner() {
    return runner;
  }

  long endNanos() {
    return endNanos;
  }

  long stalls() {
    return stalls;
  }

  long stalledNanos() {
    return stalledNanos;
  }
}
