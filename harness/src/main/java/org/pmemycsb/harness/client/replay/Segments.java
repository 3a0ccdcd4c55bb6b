package org.pmemycsb.harness.client.replay;

import java.time.Duration;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.plan.design.Phase;

/**
 * The operations of a phase, one segment after another. Each is in memory before it is replayed, so
 * nothing is recorded while the clock runs.
 *
 * <p>A phase that ends by its operations has a given trace. Its segments are the pieces of that
 * trace, and threads make all operations of each. A phase that ends by time is recorded here: each
 * segment is a trace of its own, for the records that there are then. One of several machines must
 * not stop its clock alone, so its only trace begins again if it ends before the time is over. So
 * does a long one in iterations. For one thread.
 */
public final class Segments implements AutoCloseable {
  /** Longer than any phase, and short enough to be added to {@link System#nanoTime}. */
  static final long FOREVER = Long.MAX_VALUE / 2;

  // Recorded beyond what the rate so far asks for: another segment costs more than these do.
  private static final double MARGIN = 1.5;
  // In standard deviations of a Poisson process.
  private static final int SPREAD = 5;
  private static final int LEAST_FOR_A_THREAD = 1000;

  /**
   * Operations of a phase in iterations that are enough for every record and kind. A database that
   * makes more makes them again: the others wait while it records.
   */
  private static final long ENOUGH = 1 << 21;

  private final TraceSpec spec;
  private final long limitNanos;
  private final double target;
  private final long mostRecorded;
  private final boolean given;
  private long iterationNanos = FOREVER;
  private boolean practice;
  private Trace trace;
  private int number;
  private boolean last;

  private Segments(TraceSpec spec, Trace trace, long limitNanos, double target, long mostRecorded) {
    this.spec = spec;
    this.trace = trace;
    this.limitNanos = limitNanos;
    this.target = target;
    this.mostRecorded = mostRecorded;
    this.given = trace != null;
  }

  public static Segments of(Trace trace) {
    return new Segments(trace.spec(), trace, FOREVER, 0, 0);
  }

  /** The phase is this trace, or as much of it as is begun in a time. */
  public static Segments of(Trace trace, Duration atMost) {
    return new Segments(trace.spec(), trace, atMost.toNanos(), 0, 0);
  }

  /**
   * The phase ends after a measured time.
   *
   * @param spec the phase; it ends earlier when all its operations are done
   * @param target operations per second, or 0: as fast as they can
   */
  public static Segments lasting(Duration time, TraceSpec spec, double target) {
    return lasting(time, spec, target, Trace.mostInMemory(spec));
  }

  static Segments lasting(Duration time, TraceSpec spec, double target, long mostRecorded) {
    return new Segments(spec, null, time.toNanos(), target, mostRecorded);
  }

  /** From now on the phase is practice: its warm-up is short, though it may not be steady then. */
  public Segments practising() {
    practice = true;
    return this;
  }

  /** Whether it practises with a given trace: then it is a warm-up itself. */
  boolean isWarmUp() {
    return given && practice;
  }

  /** Divides the phase into iterations. Each waits for its turn. */
  public Segments in(Duration iteration) {
    iterationNanos = iteration.toNanos();
    return this;
  }

  /** How long an iteration lasts; without iterations, longer than any phase. */
  long iterationNanos() {
    return iterationNanos;
  }

  TraceSpec spec() {
    return spec;
  }

  boolean endByTime() {
    return limitNanos != FOREVER;
  }

  /** The measured time after which no operation begins. */
  long limitNanos() {
    return limitNanos;
  }

  /** How long the warm-up lasts at most; 0: its trace once. */
  long warmUpNanos() {
    return endByTime()
        ? leastWarmUpNanos() + (practice ? limitNanos : WarmUp.patienceNanos(limitNanos))
        : 0;
  }

  /** How long the warm-up lasts at least: as {@link Phase#warmUp} says. */
  long leastWarmUpNanos() {
    return Phase.warmUp(Duration.ofNanos(limitNanos)).toNanos();
  }

  /**
   * Records the next segment.
   *
   * @param operationsPerNano how fast the threads were so far, together; 0 if that is not known
   * @param leftNanos measured time until the end of the phase
   * @param begun operations begun so far
   * @param oldest the number of the oldest record now
   * @param records the end of the records now
   * @return whether there is one; false at the end of the phase
   */
  boolean next(double operationsPerNano, long leftNanos, long begun, long oldest, long records) {
    if (leftNanos <= 0) {
      return false;
    }
    boolean more =
        given
            ? number == 0 || trace.next()
            : record(operationsPerNano, leftNanos, begun, oldest, records);
    number += more ? 1 : 0;
    return more;
  }

  private boolean record(
      double operationsPerNano, long leftNanos, long begun, long oldest, long records) {
    long left = spec.own() - begun;
    if (left <= 0) {
      return false;
    }
    double wanted = MARGIN * operationsPerNano * leftNanos;
    if (target > 0) {
      // By schedule, hardly ever an operation beyond these begins before the end. Each thread may
      // hold a chunk of which it needs no more than one operation.
      double due = target / 1e9 * leftNanos;
      double spread = SPREAD * Math.sqrt(due);
      double most = operationsPerNano > 0 ? wanted : Double.MAX_VALUE;
      wanted = Math.min(most, due + spread + Trace.SHARED_CHUNK * spec.threads());
    }
    long enough = Math.max((long) wanted, (long) LEAST_FOR_A_THREAD * spec.threads());
    boolean again = iterationNanos < limitNanos && isRepeatable() && 2 * enough <= left;
    long most = again ? Math.min(ENOUGH, mostRecorded) : mostRecorded;
    long operations = Math.min(left, Math.max(spec.threads(), Math.min(enough, most)));
    last = operations == left;
    trace = null; // its memory is for the next one
    boolean whole = last && begun == 0;
    TraceSpec segment =
        spec.segment(
            number,
            whole ? spec.operations() : operations * spec.share().machines(),
            oldest,
            records);
    trace = target > 0 ? Trace.recordShared(segment) : Trace.record(segment);
    if (spec.share().isPart() && !last) {
      last = !trace.repeat();
    } else if (again && operations == most) {
      trace.repeat();
    }
    return true;
  }

  /**
   * Whether its operations may be made again. A recorded trace and a delete name records that come
   * or go once, and a schedule says how many operations there are.
   */
  private boolean isRepeatable() {
    return !spec.isRecorded() && spec.mix().deleteShare() == 0 && target == 0;
  }

  Trace trace() {
    return trace;
  }

  /** The number of the segment, from 1. */
  int number() {
    return number;
  }

  /** Whether threads make all operations of the segment, however long the others take. */
  boolean isMadeWhole() {
    return given || last;
  }

  /** How many there were so far; one that began again counts twice. */
  int count() {
    return trace != null && trace.isRepeated() ? number + 1 : number;
  }

  @Override
  public void close() {
    if (!given && trace != null) {
      trace.close();
    }
  }
}
