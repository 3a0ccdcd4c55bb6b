package org.pmemycsb.harness.client.replay;

import java.util.ArrayList;
import java.util.List;

/**
 * The iterations of a phase: pieces of its measured time. Between two of them the phase waits while
 * other databases are measured. A phase that ends by its operations has one. Not thread-safe.
 */
final class Iterations {
  private static final double NANOS_PER_SECOND = 1e9;

  private final long nanos;
  private final long planned;
  private final List<Double> rates = new ArrayList<>();
  private long beginNanos;
  private long operationsBefore;
  private boolean between = true;

  /**
   * @param nanos how long an iteration lasts
   * @param ofPhase how long all of them last together
   */
  Iterations(long nanos, long ofPhase) {
    this.nanos = Math.min(nanos, ofPhase);
    planned = (ofPhase + this.nanos - 1) / this.nanos;
  }

  /** Whether none has begun since the last one ended. */
  boolean isBetween() {
    return between;
  }

  boolean areLeft() {
    return rates.size() < planned;
  }

  /** Measured time until the end of the last one. An operation may have ended after its time. */
  long leftNanos(long measured) {
    return (planned - rates.size()) * nanos - (measured - beginNanos);
  }

  /** The measured time at which the present one ends. */
  long end() {
    between = false;
    return beginNanos + nanos;
  }

  /**
   * Some operations were made.
   *
   * @param measured time of the phase so far, in nanoseconds
   * @param operations begun so far
   */
  void made(long measured, long operations) {
    if (measured >= beginNanos + nanos) {
      rates.add((operations - operationsBefore) * NANOS_PER_SECOND / (measured - beginNanos));
      beginNanos = measured;
      operationsBefore = operations;
      between = true;
    }
  }

  /** Operations per second of each that went to its end; none where there was one alone. */
  List<Double> rates() {
    return planned > 1 ? List.copyOf(rates) : List.of();
  }
}
