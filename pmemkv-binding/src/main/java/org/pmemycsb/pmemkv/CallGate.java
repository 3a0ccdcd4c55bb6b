package org.pmemycsb.pmemkv;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Knows the calls in flight, so that what they use is released once and only after the last one.
 *
 * <pre>{@code
 * int ticket = gate.enter();   // negative: closed
 * if (ticket < 0) throw ...;
 * try { use the resource } finally { gate.exit(ticket); }
 * }</pre>
 *
 * <p>Each thread counts in one of many counters, each on cache lines of its own: threads meet on
 * none of them as long as there are no more threads than stripes, and correctness does not depend
 * on that. A call counts itself first and looks whether the gate is closed after; closing does the
 * two in the other order. So either the call sees the gate closed, or closing sees the call.
 *
 * <p>A thread inside must not close: it would wait for itself.
 */
final class CallGate {
  private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);

  /** Longs between counters: two lines of 64 bytes, as processors fetch lines in pairs. */
  private static final int SPACING = 16;

  private final long[] counts;
  private final int mask;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final CountDownLatch released = new CountDownLatch(1);

  CallGate() {
    this(Math.max(16, 4 * Runtime.getRuntime().availableProcessors()));
  }

  /** With at least this many counters. */
  CallGate(int stripes) {
    int size = Integer.highestOneBit(Math.max(1, stripes - 1)) << 1;
    this.mask = size - 1;
    // One spacing more at both ends keeps the array's header and the neighbour object away.
    this.counts = new long[(size + 2) * SPACING];
  }

  /** Begins a call; returns the ticket to hand to {@link #exit}, or -1 when the gate is closed. */
  int enter() {
    int slot = ((((int) Thread.currentThread().getId()) & mask) + 1) * SPACING;
    COUNTS.getAndAdd(counts, slot, 1L);
    if (closed.get()) {
      exit(slot);
      return -1;
    }
    return slot;
  }

  /** Ends the call that got this ticket. */
  void exit(int ticket) {
    COUNTS.getAndAddRelease(counts, ticket, -1L);
  }

  boolean isClosed() {
    return closed.get();
  }

  /**
   * Closes the gate, waits until no call is inside, then runs {@code release}. The first caller
   * does it; others wait until it is done. An interrupt does not cut the wait short.
   */
  void close(Runnable release) {
    if (!closed.compareAndSet(false, true)) {
      awaitReleased();
      return;
    }
    try {
      awaitEmpty();
      release.run();
    } finally {
      released.countDown();
    }
  }

  private void awaitEmpty() {
    boolean interrupted = false;
    long pause = 1_000;
    for (int slot = SPACING; slot <= (mask + 1) * SPACING; ) {
      if ((long) COUNTS.getAcquire(counts, slot) == 0) {
        // Once seen at zero after closing, only callers that turn back touch it again.
        slot += SPACING;
        continue;
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, 1_000_000);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitReleased() {
    boolean interrupted = false;
    while (true) {
      try {
        released.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
