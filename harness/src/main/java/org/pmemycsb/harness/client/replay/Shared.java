package org.pmemycsb.harness.client.replay;

import java.util.function.LongSupplier;

/** The state of a phase that its threads share. */
final class Shared {
  /** The stages of a phase in their order; one may have several warm-ups and replays. */
  enum Stage {
    INIT,
    WARM_UP,
    REPLAY,
    AUDIT,
    CLEANUP
  }

  final Segments segments;
  final Ticker ticker;

  /** When operations are to begin; null for a closed loop. */
  final LongSupplier arrivals;

  /** How long an open loop is to last. */
  final long plannedNanos;

  // Set before a replay begins.

  /**
   * When the measured time was zero: the start of the first replay, and of each further one less
   * the time measured before it.
   */
  volatile long startNanos;

  /** After it, no operation begins. */
  volatile long deadlineNanos;

  /** One in how many latencies each thread records. */
  volatile int latencyEvery = 1;

  private volatile boolean stop;
  private volatile boolean halt;

  Shared(Segments segments, Ticker ticker, LongSupplier arrivals, long plannedNanos) {
    this.segments = segments;
    this.ticker = ticker;
    this.arrivals = arrivals;
    this.plannedNanos = plannedNanos;
  }

  /** A stage begins. */
  void begin() {
    halt = false;
    if (stop) { // a thread that sets it later sets halt later, too
      halt = true;
    }
  }

  /** The phase is given up: no further operation begins, in any stage. */
  void stop() {
    stop = true;
    halt = true;
  }

  boolean isStopped() {
    return stop;
  }

  /** No further operation begins in this stage. */
  void halt() {
    halt = true;
  }

  boolean isHalted() {
    return halt;
  }
}
