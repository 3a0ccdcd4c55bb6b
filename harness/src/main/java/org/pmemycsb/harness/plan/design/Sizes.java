package org.pmemycsb.harness.plan.design;

import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.MIN_FIELD_LENGTH_PROPERTY;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** How long values or keys are, in bytes: all alike, or by a distribution. */
@JsonTypeInfo(use = JsonTypeInfo.Id.MINIMAL_CLASS)
@JsonAutoDetect(isGetterVisibility = Visibility.NONE)
public sealed interface Sizes {
  /** The property for the share of the values that can be compressed away; not one of YCSB's. */
  String COMPRESSIBILITY = "compressibility";

  /** The sizes of a text: {@code 1KiB}, {@code lognormal:300B:8KiB}, {@code etc} ... */
  static Sizes of(String text) {
    return SizeText.read(text);
  }

  /** Lengths in bytes; each is the length of all values of a run. */
  static List<Sizes> alike(Integer... bytes) {
    return Arrays.stream(bytes).<Sizes>map(Fixed::new).toList();
  }

  /**
   * The lengths of values that a workload's properties ask for, with the defaults of YCSB.
   *
   * @throws org.pmemycsb.harness.ConfigurationException if a property is wrong
   */
  static Sizes of(Map<String, String> workload) {
    return SizeText.read(workload);
  }

  /** The name of the distribution, as YCSB's property has it. */
  default String kind() {
    return getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  /** The length that at least half of them have: the shortest, or the median of a lognormal. */
  int common();

  int longest();

  /** Lengths below are drawn again. */
  default int shortest() {
    return common();
  }

  /** Draws lengths. Those below the shortest and above the longest are drawn again. */
  ToDoubleFunction<Random> draws();

  /**
   * The mean without those that are drawn again.
   *
   * @param least shorter ones are drawn again, too; at most {@link #common()}
   */
  double exactMean(int least);

  /** The mean in bytes, rounded up. */
  default int mean() {
    return mean(0);
  }

  /** As {@link #mean()}, where shorter ones are drawn again. */
  default int mean(int least) {
    return (int) Math.ceil(exactMean(least));
  }

  default boolean isFixed() {
    return this instanceof Fixed;
  }

  /** Whether stock YCSB cannot make them. It draws other lengths than those of a histogram. */
  default boolean isBeyondStock() {
    return this instanceof Lognormal
        || this instanceof Pareto
        || this instanceof Profile
        || this instanceof Histogram;
  }

  /** Whether YCSB draws them where this says so, in place of {@link #draws}. */
  default boolean areDrawnByYcsb() {
    return this instanceof Fixed || this instanceof Uniform;
  }

  /** The properties by which YCSB and its clients know them. */
  default Map<String, String> properties() {
    Map<String, String> all = new TreeMap<>();
    all.put(FIELD_LENGTH_PROPERTY, Integer.toString(longest()));
    all.put(FIELD_LENGTH_DISTRIBUTION_PROPERTY, kind());
    if (this instanceof Uniform || this instanceof Zipfian) {
      all.put(MIN_FIELD_LENGTH_PROPERTY, Integer.toString(common()));
    }
    return all;
  }

  /** The text that {@link #of(String)} reads. */
  default String text() {
    return kind();
  }

  /** As a file has it: a number where all are alike. */
  default Object written() {
    return isFixed() ? (Object) longest() : text();
  }

  /** For the report: the text and the mean. */
  default String words() {
    return "%s (mean %s)".formatted(text(), ByteSize.format(mean()));
  }

  private static double exponential(Random random) {
    return -StrictMath.log(1 - random.nextDouble());
  }

  /** All are alike. */
  record Fixed(int longest) implements Sizes {
    @Override
    public String kind() {
      return "constant";
    }

    @Override
    public int common() {
      return longest;
    }

    @Override
    public ToDoubleFunction<Random> draws() {
      return random -> longest;
    }

    @Override
    public double exactMean(int least) {
      return longest;
    }

    @Override
    public String text() {
      return ByteSize.format(longest).replace(" ", "");
    }

    @Override
    public String words() {
      return text();
    }
  }

  record Uniform(int common, int longest) implements Sizes {
    @Override
    public ToDoubleFunction<Random> draws() {
      return random -> common + random.nextInt(longest - common + 1);
    }

    @Override
    public double exactMean(int least) {
      return (common + (double) longest) / 2;
    }

    @Override
    public String text() {
      return SizeText.write(kind(), common, longest);
    }
  }

  // StrictMath gives the same bits on every JDK, and so the same trace.

  /** As YCSB's: the shortest come most often, by {@link YcsbZipfian}. */
  record Zipfian(int common, int longest) implements Sizes {
    @Override
    public ToDoubleFunction<Random> draws() {
      YcsbZipfian ranks = YcsbZipfian.of(longest - common + 1L);
      return random -> common + (double) ranks.rank(random.nextDouble());
    }

    @Override
    public double exactMean(int least) {
      return common + YcsbZipfian.of(longest - common + 1L).mean();
    }

    @Override
    public String text() {
      return SizeText.write(kind(), common, longest);
    }
  }

  /**
   * @param common the median
   */
  record Lognormal(int common, int p99, int longest) implements Sizes {
    /** The 99th percentile of the standard normal distribution. */
    static final double NORMAL_P99 = 2.3263478740408408;

    @Override
    public int shortest() {
      return 0;
    }

    @Override
    public ToDoubleFunction<Random> draws() {
      double scale = common;
      double shape = StrictMath.log(p99 / scale) / NORMAL_P99;
      return random -> scale * StrictMath.exp(shape * gaussian(random));
    }

    /** By the method of G. E. P. Box and M. E. Muller (1958). */
    private static double gaussian(Random random) {
      double radius = StrictMath.sqrt(2 * exponential(random));
      return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
    }

    @Override
    public double exactMean(int least) {
      double median = common;
      double sigma = Math.log(p99 / median) / NORMAL_P99;
      double begin = Math.log(least / median) / sigma;
      double end = Math.log(longest / median) / sigma;
      NormalDistribution normal = NormalDistribution.of(0, 1);
      return median
          * Math.exp(sigma * sigma / 2)
          * normal.probability(begin - sigma, end - sigma)
          / normal.probability(begin, end);
    }

    @Override
    public String text() {
      return SizeText.write(kind(), common, p99, longest);
    }
  }

  /**
   * @param common the shortest
   */
  record Pareto(int common, int p99, int longest) implements Sizes {
    @Override
    public ToDoubleFunction<Random> draws() {
      double scale = common;
      double shape = StrictMath.log(p99 / scale) / StrictMath.log(100);
      return random -> scale * StrictMath.exp(shape * exponential(random));
    }

    @Override
    public double exactMean(int least) {
      double first = common;
      double alpha = Math.log(100) / Math.log(p99 / first);
      double end = longest / first;
      // The integral of x^-alpha, which for alpha 1 is the logarithm.
      double integral =
          Math.abs(alpha - 1) < 1e-9 ? Math.log(end) : (1 - Math.pow(end, 1 - alpha)) / (alpha - 1);
      return first * alpha * integral / (1 - Math.pow(end, -alpha));
    }

    @Override
    public String text() {
      return SizeText.write(kind(), common, p99, longest);
    }
  }

  /**
   * @param file its absolute path on the machine of the harness; others do not have it
   */
  record Histogram(String file, SizeHistogram lengths) implements Sizes {
    @Override
    public int common() {
      return lengths.shortest();
    }

    @Override
    public int longest() {
      return lengths.longest();
    }

    @Override
    public ToDoubleFunction<Random> draws() {
      NavigableMap<Double, Integer> ends = lengths.ends();
      return random -> {
        Map.Entry<Double, Integer> drawn = ends.higherEntry(random.nextDouble());
        return drawn == null ? longest() : drawn.getValue(); // the last end may be rounded
      };
    }

    @Override
    public double exactMean(int least) {
      return lengths.mean();
    }

    @Override
    public Map<String, String> properties() {
      Map<String, String> all = new TreeMap<>(Sizes.super.properties());
      all.put(FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY, file);
      return all;
    }

    @Override
    public String text() {
      return kind() + ":" + file;
    }
  }

  record Profile(SizeProfile study) implements Sizes {
    @Override
    public String kind() {
      return study.id();
    }

    @Override
    public int common() {
      return study.least();
    }

    @Override
    public int longest() {
      return study.most();
    }

    @Override
    public ToDoubleFunction<Random> draws() {
      return random -> study.length(exponential(random));
    }

    @Override
    public double exactMean(int least) {
      return study.mean();
    }
  }

  /**
   * Lengths that the program drew whose trace is replayed.
   *
   * @param common the mean
   */
  record Other(String kind, int common, int longest) implements Sizes {
    @Override
    public ToDoubleFunction<Random> draws() {
      throw new IllegalStateException("lengths of the kind " + kind + " cannot be drawn");
    }

    @Override
    public double exactMean(int least) {
      return common;
    }

    @Override
    public String words() {
      return "of the trace (mean %s, up to %s)"
          .formatted(ByteSize.format(common), ByteSize.format(longest));
    }
  }
}
