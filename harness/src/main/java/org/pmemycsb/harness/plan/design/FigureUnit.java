package org.pmemycsb.harness.plan.design;

import java.util.Arrays;
import java.util.List;

/** In what an experiment about the medium gives its figures: as a speed, or as a time. */
public enum FigureUnit {
  OPERATIONS("ops/s", "operations per second", "operations per second"),
  GB("GB/s", "GB/s", "GB/s"),
  GIB("GiB/s", "GiB/s", "GiB/s"),
  NANOS("ns", "nanoseconds for an operation", "operations per second of a thread"),
  NANOS_OF_A_LINE("ns/line", "nanoseconds for a cache line", "cache lines per second of a thread");

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double LINE = 64;

  private final String id;
  private final String label;
  private final String speed;

  FigureUnit(String id, String label, String speed) {
    this.id = id;
    this.label = label;
    this.speed = speed;
  }

  public static FigureUnit named(String id) {
    List<String> known = Arrays.stream(values()).map(unit -> unit.id).toList();
    return values()[Words.word(id, known)];
  }

  public String label() {
    return label;
  }

  /** What a {@link #speed(double, int, int)} is, in words. */
  public String speed() {
    return speed;
  }

  /** Whether it is the time of one thread, of which less is better. */
  public boolean isTime() {
    return this == NANOS || this == NANOS_OF_A_LINE;
  }

  /**
   * The speed that claims compare. More is better, for a time too: then it is operations, or lines,
   * of one thread in a second.
   *
   * @param opsS operations per second of all threads
   * @param sizeBytes of an operation
   */
  public double speed(double opsS, int sizeBytes, int threads) {
    return switch (this) {
      case OPERATIONS -> opsS;
      case GB -> opsS * sizeBytes / 1e9;
      case GIB -> opsS * sizeBytes / (1 << 30);
      case NANOS -> opsS / threads;
      case NANOS_OF_A_LINE -> opsS / threads * Math.ceil(sizeBytes / LINE);
    };
  }

  public double shown(double speed) {
    return isTime() ? NANOS_PER_SECOND / speed : speed;
  }
}
