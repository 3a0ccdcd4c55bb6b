package org.pmemycsb.harness.plan.design;

import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY_DEFAULT;
import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY_DEFAULT;
import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_PROPERTY_DEFAULT;
import static site.ycsb.workloads.CoreWorkload.MIN_FIELD_LENGTH_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.MIN_FIELD_LENGTH_PROPERTY_DEFAULT;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.pmemycsb.harness.ConfigurationException;

/**
 * How long values or keys are, in bytes: all alike, or by a distribution. Immutable.
 *
 * @param common the length that at least half of them have: the shortest, or the median of a
 *     lognormal; the mean of recorded ones
 * @param p99 the 99th percentile of a lognormal or Pareto distribution; 0 for others
 * @param file of a histogram, its absolute path on the machine of the harness; others do not have
 *     it
 * @param weights of the lengths of a histogram; all above 0
 */
@JsonAutoDetect(isGetterVisibility = Visibility.NONE)
public record Sizes(
    Kind kind, int common, int p99, int longest, String file, SortedMap<Integer, Double> weights) {
  /** A distribution. Lengths out of bounds are drawn again. */
  public enum Kind implements Named {
    CONSTANT,
    UNIFORM("least", "most"),
    /** As YCSB's: the shortest come most often, by {@link YcsbZipfian}. */
    ZIPFIAN("least", "most"),
    LOGNORMAL("median", "p99", "most"),
    PARETO("least", "p99", "most"),
    HISTOGRAM,

    /**
     * ZippyDB on RocksDB at Facebook. Z. Cao, S. Dong, S. Vemuri and D. H. C. Du, "Characterizing,
     * Modeling, and Benchmarking RocksDB Key-Value Workloads at Facebook", FAST 2020; scale, shape
     * and limits as RocksDB's db_bench has them for {@code mixgraph} (facebook/rocksdb pull
     * requests 5953 and 9711). db_bench wraps lengths beyond the limits; here they are drawn again.
     */
    ZIPPYDB(25.45, 0.2615, 10, 1024),

    /**
     * The pool ETC of Memcached at Facebook. B. Atikoglu, Y. Xu, E. Frachtenberg, S. Jiang and M.
     * Paleczny, "Workload Analysis of a Large-Scale Key-Value Store", SIGMETRICS 2012: their fit
     * for values of 15 bytes and more. Shorter ones, for which they give a table, are left out. 1
     * MiB is Memcached's own limit.
     */
    ETC(214.476, 0.348238, 15, 1 << 20),

    /** Drawn by the program whose trace is replayed; they cannot be drawn again. */
    RECORDED;

    private final List<String> parameters;
    // Of a generalised Pareto distribution, whose cumulative probability is
    // 1 - (1 + shape * x / scale)^(-1 / shape), between the limits.
    private final double scale;
    private final double shape;
    private final int least;
    private final int most;

    Kind(String... parameters) {
      this(0, 0, 0, 0, parameters);
    }

    Kind(double scale, double shape, int least, int most, String... parameters) {
      this.parameters = List.of(parameters);
      this.scale = scale;
      this.shape = shape;
      this.least = least;
      this.most = most;
    }
  }

  /** The property for the share of the values that can be compressed away; not one of YCSB's. */
  public static final String COMPRESSIBILITY = "compressibility";

  /** The names of the parameters of a distribution; one without an end need not have the last. */
  public static final Map<String, List<String>> PARAMETERS =
      Arrays.stream(Kind.values())
          .filter(kind -> !kind.parameters.isEmpty())
          .collect(Collectors.toMap(Kind::id, kind -> kind.parameters));

  private static final Set<Kind> NAMED = EnumSet.range(Kind.UNIFORM, Kind.ETC);
  private static final int MOST = 64 << 20;
  // The longest value of a distribution without an end, over its 99th percentile.
  private static final int TAIL = 4;
  private static final double NORMAL_P99 = 2.3263478740408408;

  public Sizes {
    weights = Collections.unmodifiableSortedMap(new TreeMap<>(weights));
  }

  private static Sizes of(Kind kind, int common, int p99, int longest) {
    return new Sizes(kind, common, p99, longest, "", new TreeMap<>());
  }

  public static Sizes constant(int bytes) {
    return of(Kind.CONSTANT, bytes, 0, bytes);
  }

  public static Sizes recorded(int mean, int longest) {
    return of(Kind.RECORDED, mean, 0, longest);
  }

  /** Lengths in bytes; each is the length of all values of a run. */
  public static List<Sizes> alike(Integer... bytes) {
    return Arrays.stream(bytes).map(Sizes::constant).toList();
  }

  /** The sizes of a text: {@code 1KiB}, {@code lognormal:300B:8KiB}, {@code etc} ... */
  public static Sizes of(String text) {
    String[] words = text.strip().split(":");
    Kind kind =
        NAMED.stream().filter(each -> each.id().equals(words[0])).findFirst().orElse(Kind.CONSTANT);
    if (kind == Kind.HISTOGRAM) {
      if (words.length == 1) {
        throw new ConfigurationException("histogram needs a file; write histogram:FILE");
      }
      return histogram(text.strip().substring(words[0].length() + 1));
    }
    if (kind.parameters.isEmpty() && words.length > 1) {
      throw new ConfigurationException(
          "there is no distribution '%s'; there are: %s; or a size"
              .formatted(words[0], NAMED.stream().map(Kind::id).collect(Collectors.joining(", "))));
    }
    if (kind.most > 0) {
      return of(kind, kind.least, 0, kind.most);
    }
    return kind == Kind.CONSTANT ? constant(size(words[0])) : of(kind, text.strip(), words);
  }

  private static Sizes of(Kind kind, String text, String[] words) {
    List<Integer> sizes = Stream.of(words).skip(1).map(Sizes::size).collect(Collectors.toList());
    List<String> names = kind.parameters;
    boolean hasTail = names.contains("p99");
    if (hasTail && sizes.size() == 2) {
      sizes.add((int) Math.min(MOST, (long) TAIL * sizes.get(1)));
    }
    if (sizes.size() != names.size()
        || !sizes.stream().sorted().distinct().toList().equals(sizes)) {
      throw new ConfigurationException(
          "'%s' is not of the form %s:%s, with sizes that rise"
              .formatted(text, kind.id(), String.join(":", names).toUpperCase(Locale.ROOT)));
    }
    return of(kind, sizes.get(0), hasTail ? sizes.get(1) : 0, sizes.get(sizes.size() - 1));
  }

  private static int size(String text) {
    long bytes = ByteSize.parse(text);
    if (bytes < 1 || bytes > MOST) {
      throw new ConfigurationException(
          "'%s' is out of range; it must be from 1 to 64MiB".formatted(text));
    }
    return (int) bytes;
  }

  private static Sizes histogram(String name) {
    Path file = Path.of(name).toAbsolutePath().normalize();
    SortedMap<Integer, Double> weights = SizeHistogram.read(file);
    int longest = size(Integer.toString(weights.lastKey()));
    return new Sizes(Kind.HISTOGRAM, weights.firstKey(), 0, longest, file.toString(), weights);
  }

  /**
   * The lengths of values that a workload's properties ask for, with the defaults of YCSB.
   *
   * @throws ConfigurationException if a property is wrong
   */
  public static Sizes of(Map<String, String> workload) {
    String kind =
        workload.getOrDefault(
            FIELD_LENGTH_DISTRIBUTION_PROPERTY, FIELD_LENGTH_DISTRIBUTION_PROPERTY_DEFAULT);
    String least =
        workload.getOrDefault(MIN_FIELD_LENGTH_PROPERTY, MIN_FIELD_LENGTH_PROPERTY_DEFAULT);
    String most = workload.getOrDefault(FIELD_LENGTH_PROPERTY, FIELD_LENGTH_PROPERTY_DEFAULT);
    if (kind.equals(Kind.HISTOGRAM.id())) {
      return histogram(
          workload.getOrDefault(
              FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY, FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY_DEFAULT));
    }
    return kind.equals(Kind.CONSTANT.id()) || least.equals(most)
        ? constant(size(most))
        : of(String.join(":", kind, least, most));
  }

  /**
   * Draws lengths in bytes, at least 1. For one thread.
   *
   * @param least shorter ones are drawn again, and all out of bounds
   */
  public ToIntFunction<Random> draws(int least) {
    ToDoubleFunction<Random> unbounded = unbounded();
    int lowest = Math.max(least, kind == Kind.LOGNORMAL ? 0 : common);
    return random -> {
      double length;
      do {
        length = Math.rint(unbounded.applyAsDouble(random));
      } while (length < lowest || length > longest);
      return (int) Math.max(1, length);
    };
  }

  // StrictMath gives the same bits on every JDK, and so the same trace.
  private ToDoubleFunction<Random> unbounded() {
    double first = common;
    double logOfP99 = StrictMath.log(p99 / first);
    return switch (kind) {
      case CONSTANT -> random -> longest;
      case UNIFORM -> random -> common + random.nextInt(longest - common + 1);
      case ZIPFIAN -> {
        YcsbZipfian ranks = YcsbZipfian.of(longest - common + 1L);
        yield random -> common + (double) ranks.rank(random.nextDouble());
      }
      case LOGNORMAL -> {
        double sigma = logOfP99 / NORMAL_P99;
        yield random -> first * StrictMath.exp(sigma * gaussian(random));
      }
      case PARETO -> {
        double power = logOfP99 / StrictMath.log(100);
        yield random -> first * StrictMath.exp(power * exponential(random));
      }
      case HISTOGRAM -> {
        NavigableMap<Double, Integer> ends = ends();
        yield random -> {
          Map.Entry<Double, Integer> drawn = ends.higherEntry(random.nextDouble());
          return drawn == null ? longest : drawn.getValue(); // the last end may be rounded
        };
      }
      case ZIPPYDB, ETC ->
          random ->
              kind.scale * (StrictMath.exp(kind.shape * exponential(random)) - 1) / kind.shape;
      case RECORDED -> throw new IllegalStateException("recorded lengths cannot be drawn");
    };
  }

  private static double exponential(Random random) {
    return -StrictMath.log(1 - random.nextDouble());
  }

  /** By the method of G. E. P. Box and M. E. Muller (1958). */
  private static double gaussian(Random random) {
    double radius = StrictMath.sqrt(2 * exponential(random));
    return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
  }

  /** The lengths of a histogram by the end of their share of all, from 0 to 1. */
  private NavigableMap<Double, Integer> ends() {
    NavigableMap<Double, Integer> ends = new TreeMap<>();
    double all = weights.values().stream().mapToDouble(weight -> weight).sum();
    double before = 0;
    for (Map.Entry<Integer, Double> each : weights.entrySet()) {
      before += each.getValue();
      ends.put(before / all, each.getKey());
    }
    return ends;
  }

  /**
   * The mean without those that are drawn again.
   *
   * @param least shorter ones are drawn again, too; at most {@link #common()}
   */
  double exactMean(int least) {
    double first = common;
    return switch (kind) {
      case CONSTANT, RECORDED -> first;
      case UNIFORM -> (first + longest) / 2;
      case ZIPFIAN -> first + YcsbZipfian.of(longest - common + 1L).mean();
      case LOGNORMAL -> {
        double sigma = Math.log(p99 / first) / NORMAL_P99;
        double begin = Math.log(least / first) / sigma;
        double end = Math.log(longest / first) / sigma;
        NormalDistribution normal = NormalDistribution.of(0, 1);
        yield first
            * Math.exp(sigma * sigma / 2)
            * normal.probability(begin - sigma, end - sigma)
            / normal.probability(begin, end);
      }
      case PARETO -> {
        double alpha = Math.log(100) / Math.log(p99 / first);
        double end = longest / first;
        // The integral of x^-alpha, which for alpha 1 is the logarithm.
        double integral =
            Math.abs(alpha - 1) < 1e-9
                ? Math.log(end)
                : (1 - Math.pow(end, 1 - alpha)) / (alpha - 1);
        yield first * alpha * integral / (1 - Math.pow(end, -alpha));
      }
      case HISTOGRAM -> {
        double all = weights.values().stream().mapToDouble(weight -> weight).sum();
        yield weights.entrySet().stream().mapToDouble(each -> each.getValue() * each.getKey()).sum()
            / all;
      }
      case ZIPPYDB, ETC -> {
        double shape = kind.shape;
        double begin = 1 + shape * common / kind.scale;
        double end = 1 + shape * longest / kind.scale;
        double above = Math.pow(begin, -1 / shape);
        double beyond = Math.pow(end, -1 / shape);
        double power = 1 - 1 / shape;
        // The integral of the survival function between the limits.
        double between = kind.scale / (shape - 1) * (Math.pow(end, power) - Math.pow(begin, power));
        yield (common * above - longest * beyond + between) / (above - beyond);
      }
    };
  }

  /** The mean in bytes, rounded up. */
  public int mean() {
    return mean(0);
  }

  int mean(int least) {
    return (int) Math.ceil(exactMean(least));
  }

  public boolean isFixed() {
    return kind == Kind.CONSTANT;
  }

  /** Whether stock YCSB cannot make them. It draws other lengths than those of a histogram. */
  public boolean isBeyondStock() {
    return EnumSet.range(Kind.LOGNORMAL, Kind.ETC).contains(kind);
  }

  /** Whether YCSB draws them where this says so, in place of {@link #draws}. */
  public boolean areDrawnByYcsb() {
    return kind == Kind.CONSTANT || kind == Kind.UNIFORM;
  }

  /** The properties by which YCSB and its clients know them. */
  public Map<String, String> properties() {
    Map<String, String> all = new TreeMap<>();
    all.put(FIELD_LENGTH_PROPERTY, Integer.toString(longest));
    all.put(FIELD_LENGTH_DISTRIBUTION_PROPERTY, kind.id());
    if (kind == Kind.UNIFORM || kind == Kind.ZIPFIAN) {
      all.put(MIN_FIELD_LENGTH_PROPERTY, Integer.toString(common));
    }
    if (kind == Kind.HISTOGRAM) {
      all.put(FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY, file);
    }
    return all;
  }

  /** The text that {@link #of(String)} reads. */
  public String text() {
    if (kind == Kind.HISTOGRAM) {
      return kind.id() + ":" + file;
    }
    if (kind == Kind.CONSTANT) {
      return ByteSize.compact(longest);
    }
    Stream<Integer> sizes =
        kind.parameters.isEmpty()
            ? Stream.of()
            : Stream.of(common, p99, longest).filter(size -> size > 0);
    return kind.id()
        + sizes.map(size -> ":" + ByteSize.compact(size)).collect(Collectors.joining());
  }

  /** As a file has it: a number where all are alike. */
  public Object written() {
    return isFixed() ? (Object) longest : text();
  }

  /** For the report: the text and the mean. */
  public String words() {
    return switch (kind) {
      case CONSTANT -> text();
      case RECORDED ->
          "of the trace (mean %s, up to %s)"
              .formatted(ByteSize.format(common), ByteSize.format(longest));
      default -> "%s (mean %s)".formatted(text(), ByteSize.format(mean()));
    };
  }
}
