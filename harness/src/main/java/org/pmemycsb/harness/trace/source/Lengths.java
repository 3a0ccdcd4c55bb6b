package org.pmemycsb.harness.trace.source;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.pmemycsb.harness.design.SizeHistogram;
import org.pmemycsb.harness.design.SizeProfile;
import org.pmemycsb.harness.design.Sizes;
import org.pmemycsb.harness.trace.RecordShape;
import site.ycsb.workloads.CoreWorkload;

/**
 * Draws lengths of values or keys. What is longer than the longest, or shorter than the shortest,
 * is drawn again. For one thread.
 */
public final class Lengths {
  private static final int MOST = 1 << 28;
  private static final double P99_EXPONENTIAL = StrictMath.log(100);

  private final ToDoubleFunction<SeededRandom> draw;
  private final int shortest;
  private final int longest;

  private Lengths(ToDoubleFunction<SeededRandom> draw, int shortest, int longest) {
    this.draw = draw;
    this.shortest = shortest;
    this.longest = longest;
  }

  /**
   * Those of the values that a workload's properties ask for; empty if YCSB draws them itself.
   *
   * @throws IllegalArgumentException if a property is wrong
   */
  public static Optional<Lengths> beyondYcsb(Map<String, String> workload) {
    String kind = workload.getOrDefault(CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY, "");
    return switch (kind) {
      case Sizes.LOGNORMAL -> Optional.of(of(workload, true));
      case Sizes.PARETO -> Optional.of(of(workload, false));
      default -> SizeProfile.of(kind).map(Lengths::of);
    };
  }

  /**
   * Those that properties of values ask for, whoever else could draw them.
   *
   * @param least shorter ones are drawn again
   * @throws IllegalArgumentException if a property is wrong
   */
  public static Lengths of(Map<String, String> workload, int least) {
    Lengths all = beyondYcsb(workload).orElseGet(() -> ofYcsb(workload));
    return new Lengths(all.draw, Math.max(least, all.shortest), all.longest);
  }

  private static Lengths ofYcsb(Map<String, String> workload) {
    String file = workload.get(CoreWorkload.FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY);
    if (file == null) {
      int longest = RecordShape.integer(workload, CoreWorkload.FIELD_LENGTH_PROPERTY, "", 1, MOST);
      int least =
          RecordShape.integer(workload, CoreWorkload.MIN_FIELD_LENGTH_PROPERTY, "", 1, longest);
      return new Lengths(random -> least + random.nextInt(longest - least + 1), least, longest);
    }
    SizeHistogram histogram = SizeHistogram.read(Path.of(file));
    double[] shares = histogram.cumulated();
    return new Lengths(
        random -> histogram.block() * (1 + above(random.nextDouble(), shares)),
        histogram.block(),
        histogram.longest());
  }

  /** The first place of a number that is greater, among numbers that rise. */
  private static int above(double number, double[] rising) {
    int found = Arrays.binarySearch(rising, number);
    return found < 0 ? -1 - found : found + 1;
  }

  private static Lengths of(Map<String, String> workload, boolean lognormal) {
    int longest = RecordShape.integer(workload, CoreWorkload.FIELD_LENGTH_PROPERTY, "", 1, MOST);
    int p99 = RecordShape.integer(workload, Sizes.P99_PROPERTY, "", 2, longest);
    String property = lognormal ? Sizes.MEDIAN_PROPERTY : CoreWorkload.MIN_FIELD_LENGTH_PROPERTY;
    double scale = RecordShape.integer(workload, property, "", 1, p99 - 1);
    double ratio = StrictMath.log(p99 / scale);
    double shape = ratio / (lognormal ? Sizes.NORMAL_P99 : P99_EXPONENTIAL);
    return new Lengths(
        random ->
            scale * StrictMath.exp(shape * (lognormal ? gaussian(random) : exponential(random))),
        0,
        longest);
  }

  private static Lengths of(SizeProfile profile) {
    return new Lengths(
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
