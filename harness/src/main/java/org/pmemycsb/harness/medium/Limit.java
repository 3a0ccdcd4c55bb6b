package org.pmemycsb.harness.medium;

import java.util.Optional;

/**
 * The time that persistent memory alone takes, by the figures of a probe: what a database cannot be
 * faster than, whatever its code. The figures are those of successive addresses, at which a medium
 * is fastest, and of one thread.
 *
 * @param lineNanos to write back one more cache line
 * @param fenceNanos to wait once for the lines that were written back
 */
public record Limit(double lineNanos, double fenceNanos) {
  static final String PERSIST = "pmem_persist";

  private static final int LINE = 64;
  private static final int MANY = 4096;

  /**
   * From two persists, one of a line and one of many: they differ in the lines alone. Empty if the
   * probe does not have both.
   */
  public static Optional<Limit> of(Probe probe) {
    Optional<MediumFigure> one = probe.figure(PERSIST, LINE, Pattern.SEQUENTIAL, 1);
    Optional<MediumFigure> many = probe.figure(PERSIST, MANY, Pattern.SEQUENTIAL, 1);
    if (one.isEmpty() || many.isEmpty()) {
      return Optional.empty();
    }
    double line = Math.max(0, (many.get().nanos() - one.get().nanos()) / (MANY / LINE - 1.0));
    return Optional.of(new Limit(line, Math.max(0, one.get().nanos() - line)));
  }

  /**
   * The nanoseconds that the medium takes for an operation.
   *
   * @param lines cache lines that the operation writes back
   * @param fences how often it waits for them
   */
  public double nanos(double lines, double fences) {
    return lines * lineNanos + fences * fenceNanos;
  }
}
