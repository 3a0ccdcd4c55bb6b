package org.pmemycsb.harness.client.replay;

import java.util.concurrent.CountDownLatch;

/** Takes the threads of a phase from stage to stage. What they share is here. */
final class Stages {
  /** A stage that all threads enter together, when the replayer opens its gate. */
  static final class Step {
    /** From 0, in the order in which they open. */
    final int number;

    final CountDownLatch gate = new CountDownLatch(1);

    /** Counts the threads that have not left it. */
    final CountDownLatch over;

    // Set before the gate opens.
    Stage stage;
    Step next;

    private Step(int number, int threads) {
      this.number = number;
      over = new CountDownLatch(threads);
    }
  }

  final Segments segments;
  final Ticker ticker;

  /** When operations are to begin; null for a closed loop. */
  final Arrivals arrivals;

  /** How long an open loop is to last. */
  final long plannedNanos;

  private final Step first;
  private Step closed;
  private Stage opened;

  /**
   * When the measured time was zero: the start of the first replay, and of each further one less
   * the time measured before it. Set before the gate to {@link Stage#REPLAY} opens.
   */
  volatile long startNanos;

  /** After it, no operation begins. Set before the gate to {@link Stage#REPLAY} opens. */
  volatile long deadlineNanos;

  /** One in how many latencies each thread records. Set before the gate to a replay opens. */
  volatile int latencyEvery = 1;

  private volatile boolean stop;
  private volatile boolean halt;

  Stages(Segments segments, Ticker ticker, Arrivals arrivals, long plannedNanos) {
    this.segments = segments;
    this.ticker = ticker;
    this.arrivals = arrivals;
    this.plannedNanos = plannedNanos;
    first = new Step(0, segments.spec().threads());
    closed = first;
  }

  Step first() {
    return first;
  }

  /** Opens the gate to a stage; for the replayer's thread alone. */
  Step open(Stage stage) {
    Step step = closed;
    closed = new Step(step.number + 1, segments.spec().threads());
    opened = stage;
    step.stage = stage;
    step.next = closed;
    halt = false;
    if (stop) { // a thread that sets it later sets halt later, too
      halt = true;
    }
    step.gate.countDown();
    return step;
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

  /** Stops all threads and has them tear down their clients. */
  void end() {
    stop();
    if (opened != Stage.CLEANUP) {
      open(Stage.CLEANUP);
    }
  }
}
