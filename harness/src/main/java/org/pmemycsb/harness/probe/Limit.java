package org.pmemycsb.harness.probe;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.pmemycsb.harness.probe.Request.Pattern;

/**
 * The shortest time that persistent memory allows, by the figures of a probe. The figures are those
 * of successive addresses, at which a medium is fastest, of one thread, and of the fastest round:
 * other programs can only slow a round down.
 *
 * <p>Only totals are known, not the lines of each fence. So the times of one fence are convex: then
 * no division of the lines among the fences takes less than the even one.
 *
 * @param oneNanos from the flush of one cache line to the end of the fence behind it
 * @param twoNanos the same of two lines
 * @param manyNanos the same of 64 lines
 * @param farNanos of each line beyond these
 */
public record Limit(double oneNanos, double twoNanos, double manyNanos, double farNanos) {
  static final String PERSIST = "pmem_persist";
  static final String COPY = "pmem_memcpy";

  private static final int LINE = 64;
  private static final int MANY_LINES = 64;
  private static final int FAR_LINES = 1024;

  /** Figures without which there is no limit: every plan for persistent memory has them. */
  static List<Request> requests() {
    return List.of(
        Request.sequential(PERSIST, LINE),
        Request.sequential(PERSIST, 2 * LINE),
        Request.sequential(PERSIST, MANY_LINES * LINE),
        Request.sequential(COPY, MANY_LINES * LINE),
        Request.sequential(COPY, FAR_LINES * LINE));
  }

  /** The limit of a probed place; empty if the probe does not have all figures for it. */
  public static Optional<Limit> of(Probe probe) {
    OptionalDouble one = nanos(probe, PERSIST, 1);
    OptionalDouble two = nanos(probe, PERSIST, 2);
    OptionalDouble flushed = nanos(probe, PERSIST, MANY_LINES);
    OptionalDouble copied = nanos(probe, COPY, MANY_LINES);
    OptionalDouble far = nanos(probe, COPY, FAR_LINES);
    if (one.isEmpty() || two.isEmpty() || flushed.isEmpty() || copied.isEmpty() || far.isEmpty()) {
      return Optional.empty();
    }
    // More lines take no less time: a figure that says so was disturbed.
    double many = Math.min(flushed.getAsDouble(), copied.getAsDouble());
    double least = Math.min(one.getAsDouble(), many);
    double between = Math.max(least, two.getAsDouble());
    return Optional.of(
        new Limit(
            least,
            Math.min(between, least + (many - least) / (MANY_LINES - 1)),
            many,
            Math.max(0, (far.getAsDouble() - copied.getAsDouble()) / (FAR_LINES - MANY_LINES))));
  }

  private static OptionalDouble nanos(Probe probe, String operation, int lines) {
    return probe
        .figure(operation, lines * LINE, Pattern.SEQUENTIAL, 1)
        .map(figure -> figure.samplesOpsS().stream().mapToDouble(figure::nanos).min())
        .orElse(OptionalDouble.empty());
  }

  /**
   * The nanoseconds that the medium takes for fences.
   *
   * @param fences that have lines to wait for
   * @param lines that they wait for, each once for each fence
   * @param farLines those beyond the first 64 of a fence
   */
  public double nanos(long fences, long lines, long farLines) {
    if (fences == 0) {
      return 0;
    }
    double mean = (double) (lines - farLines) / fences;
    double time =
        mean <= 2
            ? oneNanos + (mean - 1) * (twoNanos - oneNanos)
            : twoNanos + (mean - 2) * (manyNanos - twoNanos) / (MANY_LINES - 2);
    return fences * time + farLines * farNanos;
  }
}
