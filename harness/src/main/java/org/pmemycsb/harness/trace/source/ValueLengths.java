package org.pmemycsb.harness.trace.source;

import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.pmemycsb.harness.experiment.SizeProfile;
import org.pmemycsb.harness.experiment.ValueSizes;
import org.pmemycsb.harness.trace.RecordShape;
import site.ycsb.workloads.CoreWorkload;

/**
 * Draws lengths of values from a distribution that YCSB does not have: lognormal, Pareto, or that
 * of a {@link SizeProfile}. What is longer than the longest value, or shorter than the shortest, is
 * drawn again. For one thread.
 */
public final class ValueLengths {
  private static final int MOST = 1 << 28;
  private static final double P99_EXPONENTIAL = StrictMath.log(100);

  private final ToDoubleFunction<SeededRandom> draw;
  private final int shortest;
  private final int longest;

  private ValueLengths(ToDoubleFunction<SeededRandom> draw, int shortest, int longest) {
    this.draw = draw;
    this.shortest = shortest;
    this.longest = longest;
  }

  /**
   * The distribution that a workload's properties ask for; empty if it is one of YCSB's.
   *
   * @throws IllegalArgumentException if a property is wrong
   */
  public static Optional<ValueLengths> of(Map<String, String> workload) {
    String kind = workload.getOrDefault(CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY, "");
    return switch (kind) {
      case ValueSizes.LOGNORMAL -> Optional.of(of(workload, true));
      case ValueSizes.PARETO -> Optional.of(of(workload, false));
      default -> SizeProfile.of(kind).map(ValueLengths::of);
    };
  }

  private static ValueLengths of(Map<String, String> workload, boolean lognormal) {
    int longest = RecordShape.integer(workload, CoreWorkload.FIELD_LENGTH_PROPERTY, "", 1, MOST);
    int p99 = RecordShape.integer(workload, ValueSizes.P99_PROPERTY, "", 2, longest);
    String property =
        lognormal ? ValueSizes.MEDIAN_PROPERTY : CoreWorkload.MIN_FIELD_LENGTH_PROPERTY;
    double scale = RecordShape.integer(workload, property, "", 1, p99 - 1);
    double ratio = StrictMath.log(p99 / scale);
    double shape = ratio / (lognormal ? ValueSizes.NORMAL_P99 : P99_EXPONENTIAL);
    return new ValueLengths(
        random ->
            scale * StrictMath.exp(shape * (lognormal ? gaussian(random) : exponential(random))),
        0,
        longest);
  }

  private static ValueLengths of(SizeProfile profile) {
    return new ValueLengths(
        random -> profile.length(exponential(random)), profile.least(), profile.most());
  }

  /** A length from 1 to the longest. */
  public int next(SeededRandom random) {
    while (true) {
      double length = Math.rint(draw.applyAsDouble(random));
      if (length >= shortest && length <= longest) {
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
