package org.pmemycsb.harness.client.replay;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.pmemycsb.harness.client.replay.Shared.Stage;
import org.pmemycsb.harness.client.trace.Operation;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceChunk;
import site.ycsb.DB;

/** One thread of a phase, with its client, from init to cleanup. */
final class ClientThread {
  private static final VarHandle PROGRESS = MethodHandles.arrayElementVarHandle(long[].class);
  // Alone on its cache lines, as the watchdog looks at it while the thread writes it.
  private static final int PADDING = 16;
  private static final int DONE = PADDING;
  private static final int CURRENT = PADDING + 1;
  private static final int WAITING = PADDING + 2;
  private static final long NO_OPERATION = -1;
  private static final long NO_ARRIVAL = -1;
  // In every other one, a warm-up records some latencies only. A phase does either.
  private static final long WARM_UP_ITERATION = TimeUnit.MILLISECONDS.toNanos(5);

  private final int thread;
  private final Shared shared;
  private final ClientFactory factory;
  private final OperationRunner runner;
  private final Trace warmUp;
  private final Trace.Cursor warming;
  private final long auditRecords;
  private final Payload payload;
  private final long[] progress = new long[3 * PADDING];

  private DB db;
  private boolean initialised;

  // How far it is in the trace: a phase may be measured in iterations with pauses between them.
  private int segment;
  private Trace.Cursor cursor;
  private TraceChunk chunk;
  private int at;
  private boolean traceIsOver;

  private long deadline;
  private boolean timeIsOver;
  private long arrival = NO_ARRIVAL;
  private long lastArrival;
  private boolean sawTheEnd;
  private final long settleNanos;
  private boolean settled;
  private long endNanos;
  private boolean broken;
  private double operationsPerNano;
  private String failedIn;
  private volatile Stage stage = Stage.INIT;
  private volatile Throwable failure;

  ClientThread(
      int thread,
      Shared shared,
      ClientFactory factory,
      OperationRunner runner,
      Trace warmUp,
      ReplaySettings settings,
      Payload payload) {
    this.thread = thread;
    this.shared = shared;
    this.factory = factory;
    this.runner = runner;
    this.warmUp = warmUp;
    this.warming = warmUp == null ? null : warmUp.cursor(thread);
    this.payload = payload;
    auditRecords = settings.auditRecords();
    settleNanos = settings.settle().toNanos();
    progress[CURRENT] = NO_OPERATION;
  }

  /** Goes through a stage. Throws nothing. */
  void pass(Stage next) {
    stage = next;
    try {
      // Whatever happened before, what was set up is torn down.
      if (stage == Stage.CLEANUP ? initialised : !shared.isStopped()) {
        work();
      }
    } catch (Throwable e) { // an Error of a client, too, must end this thread alone
      if (failure == null) {
        failedIn = activity();
        countBroken(e);
        failure = e;
      }
      shared.stop();
    } finally {
      if (stage == Stage.REPLAY) {
        endNanos = shared.ticker.nanos();
        runner.paused(endNanos);
      }
      setProgress(CURRENT, NO_OPERATION);
    }
  }

  private void work() throws Exception {
    switch (stage) {
      case INIT -> {
        db = factory.create(thread);
        db.init();
        initialised = true;
      }
      case WARM_UP -> warmUp();
      case REPLAY -> replay();
      case AUDIT -> audit();
      case CLEANUP -> db.cleanup();
    }
  }

  /** An operation that throws is a failed one. */
  private void countBroken(Throwable e) {
    long operation = progress(CURRENT);
    if (stage == Stage.REPLAY && operation != NO_OPERATION) {
      runner.tally().broken(Operation.kindCode(operation), e);
      broken = true;
    }
  }

  /**
   * Once through the trace; or again and again until the warm-up is over. It goes the way of a
   * measured phase, in short iterations: what the JVM has not seen, it would compile again after
   * the phase has begun.
   */
  private void warmUp() throws Exception {
    long begin = shared.ticker.nanos();
    long most = shared.segments.warmUpNanos();
    long end = begin + (most > 0 ? most : Segments.FOREVER);
    runner.start(warmUp.spec(), true, begin);
    while (!shared.isHalted() && shared.ticker.nanos() - end < 0) {
      TraceChunk next = warming.next();
      if (next == null) {
        break;
      }
      warmUp(next, end);
    }
    if (!shared.isStopped()) { // else they are the reason
      runner.tally().reset();
    }
    setProgress(DONE, 0);
  }

  private void warmUp(TraceChunk warming, long end) throws InterruptedException {
    runner.begin(warming);
    at = 0;
    long done = progress(DONE);
    for (int turn = 1; at < warming.size() && !shared.isHalted(); turn = 3 - turn) {
      long now = shared.ticker.nanos();
      if (now - end >= 0) {
        return;
      }
      deadline = Math.min(end - now, WARM_UP_ITERATION) + now;
      timeIsOver = false;
      runner.paused(now);
      runner.sample().take(turn);
      long before = done;
      done = replay(warming, done);
      long nanos = Math.max(1, shared.ticker.nanos() - now);
      operationsPerNano = Math.max(operationsPerNano, (double) (done - before) / nanos);
    }
  }

  private void replay() throws Exception {
    Segments segments = shared.segments;
    Trace trace = segments.trace();
    long start = shared.ticker.nanos();
    deadline = shared.deadlineNanos;
    timeIsOver = false;
    // A thread that wakes up after the end makes one operation, so that no phase is empty.
    runner.start(trace.spec(), false, start - deadline >= 0 ? deadline - 1 : start);
    runner.sample().take(shared.latencyEvery);
    if (shared.arrivals != null) {
      runner.tally().lag().begin(shared.startNanos, shared.plannedNanos);
    }
    if (segment != segments.number()) {
      segment = segments.number();
      cursor = trace.cursor(thread);
      chunk = null;
      traceIsOver = false;
    }
    long done = progress(DONE);
    while (true) {
      if (chunk == null) {
        chunk = cursor.next();
        if (chunk == null) {
          break;
        }
        at = 0;
        runner.begin(chunk);
      }
      done = shared.arrivals == null ? replay(chunk, done) : replayOpen(chunk, done);
      if (at == chunk.size()) {
        chunk = null;
      }
      if (shared.isHalted() || timeIsOver) {
        return;
      }
    }
    traceIsOver = true;
    if (!segments.isMadeWhole()) {
      shared.halt(); // so that all threads work, or none
    }
  }

  private long replay(TraceChunk chunk, long done) throws InterruptedException {
    int size = chunk.size();
    int i = at;
    for (; i < size; i++) {
      // One branch for both: one that the warm-up did not take would be compiled under the clock.
      if (shared.isHalted() | runner.endedNanos() - deadline >= 0) {
        timeIsOver = true;
        break;
      }
      long operation = chunk.operation(i);
      setProgress(CURRENT, operation);
      runner.run(db, operation);
      setProgress(DONE, ++done);
    }
    at = i;
    return done;
  }

  /** An arrival that was taken and whose operation could not begin is kept for the next trace. */
  private long replayOpen(TraceChunk chunk, long done) throws InterruptedException {
    int size = chunk.size();
    int i = at;
    for (; i < size && !shared.isHalted(); i++) {
      long operation = chunk.operation(i);
      if (arrival == NO_ARRIVAL) {
        arrival = chunk.isTimed() ? chunk.due(i) : shared.arrivals.getAsLong();
      }
      long intended = shared.startNanos + arrival;
      boolean late = intended - deadline >= 0;
      awaitTime(late ? deadline : intended);
      if (late || runner.endedNanos() - deadline >= 0) {
        sawTheEnd |= late;
        timeIsOver = true;
        break;
      }
      if (shared.isHalted()) {
        break;
      }
      if (!settled && arrival >= settleNanos) {
        settled = true;
        runner.tally().forgetLatencies();
      }
      setProgress(CURRENT, operation);
      lastArrival = arrival;
      arrival = NO_ARRIVAL;
      runner.schedule(intended);
      runner.run(db, operation);
      runner.scheduledEnded();
      setProgress(DONE, ++done);
    }
    at = i;
    return done;
  }

  private void awaitTime(long nanos) {
    long left = nanos - shared.ticker.nanos();
    if (left <= 0) {
      return;
    }
    setProgress(WAITING, 1);
    for (; left > 0 && !shared.isHalted(); left = nanos - shared.ticker.nanos()) {
      shared.ticker.pause(left);
    }
    setProgress(WAITING, 0);
  }

  private void audit() {
    long watched = payload.verifier().watchedKeys();
    long count = Math.min(watched, auditRecords);
    for (long i = thread; i < count && !shared.isStopped(); i += shared.segments.spec().threads()) {
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

  // These may be read once the thread has ended a stage.

  String failedIn() {
    return failedIn;
  }

  Tally tally() {
    return runner.tally();
  }

  long endNanos() {
    return endNanos;
  }

  /** Whether it has no operation of its trace left. */
  boolean isTraceOver() {
    return traceIsOver;
  }

  /** Operations begun in the replays; before the audit. */
  long begun() {
    return done() + (broken || progress(CURRENT) != NO_OPERATION ? 1 : 0);
  }

  /** How fast the thread was in the best iteration of the warm-up; 0 without a warm-up. */
  double operationsPerNano() {
    return operationsPerNano;
  }

  /** The intended start of its last operation, in nanoseconds since the phase began. */
  long lastArrival() {
    return lastArrival;
  }

  /** Whether it took an arrival beyond the end of the phase: then all before it were taken. */
  boolean sawTheEnd() {
    return sawTheEnd;
  }
}
