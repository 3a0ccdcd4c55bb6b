package org.pmemycsb.harness.trace.source;

import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.experiment.ValueSizes;
import org.pmemycsb.harness.trace.RecordShape;
import site.ycsb.workloads.CoreWorkload;

/**
 * Draws lengths of values from a distribution that YCSB does not have: lognormal, or Pareto. What
 * is longer than the longest value is drawn again. For one thread.
 */
public final class ValueLengths {
  private static final int MOST = 1 << 28;

  private final boolean lognormal;
  private final double scale;
  private final double shape;
  private final int longest;

  private ValueLengths(Map<String, String> workload, boolean lognormal) {
    this.lognormal = lognormal;
    longest = RecordShape.integer(workload, CoreWorkload.FIELD_LENGTH_PROPERTY, "", 1, MOST);
    int p99 = RecordShape.integer(workload, ValueSizes.P99_PROPERTY, "", 2, longest);
    String property =
        lognormal ? ValueSizes.MEDIAN_PROPERTY : CoreWorkload.MIN_FIELD_LENGTH_PROPERTY;
    scale = RecordShape.integer(workload, property, "", 1, p99 - 1);
    double ratio = StrictMath.log(p99 / scale);
    shape = lognormal ? ratio / ValueSizes.NORMAL_P99 : ratio / StrictMath.log(100);
  }

  /**
   * The distribution that a workload's properties ask for; empty if it is one of YCSB's.
   *
   * @throws IllegalArgumentException if a property is wrong
   */
  public static Optional<ValueLengths> of(Map<String, String> workload) {
    return switch (workload.getOrDefault(CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY, "")) {
      case ValueSizes.LOGNORMAL -> Optional.of(new ValueLengths(workload, true));
      case ValueSizes.PARETO -> Optional.of(new ValueLengths(workload, false));
      default -> Optional.empty();
    };
  }

  /** A length from 1 to the longest. */
  public int next(SeededRandom random) {
    while (true) {
      double exponent = shape * (lognormal ? gaussian(random) : exponential(random));
      double length = Math.rint(scale * StrictMath.exp(exponent));
      if (length <= longest) {
        return (int) Math.max(1, length);
      }
    }
  }

  // StrictMath gives the same bits on every JDK, and so the same trace.

  /** By the method of G. E. P. Box and M. E. Muller (1958). */
  private static double gaussian(SeededRandom random) {
    double radius = StrictMath.sqrt(2 * exponential(random));
    return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
  }

  private static double exponential(SeededRandom random) {
    return -StrictMath.log(1 - random.nextDouble());
  }
}
