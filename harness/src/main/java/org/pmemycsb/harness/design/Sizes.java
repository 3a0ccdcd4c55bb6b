package org.pmemycsb.harness.design;

import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.MIN_FIELD_LENGTH_PROPERTY;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.pmemycsb.harness.ConfigurationException;

/**
 * How long values or keys are, in bytes: all alike, or by a distribution.
 *
 * @param kind of the distribution; empty for a setting that nobody gave
 * @param sizes its parameters, in the order of {@link #PARAMETERS}; the last is the longest
 * @param file of a histogram; empty for the others
 */
public record Sizes(String kind, List<Integer> sizes, String file) {
  /** For a setting that nobody gave. */
  public static final Sizes NONE = new Sizes("", List.of(), "");

  /** Beside {@code fieldlengthdistribution=lognormal}. */
  public static final String MEDIAN_PROPERTY = "fieldlengthmedian";

  /** Beside {@code fieldlengthdistribution=lognormal} or {@code pareto}. */
  public static final String P99_PROPERTY = "fieldlengthp99";

  public static final String LOGNORMAL = "lognormal";
  public static final String PARETO = "pareto";
  private static final String FIXED = "fixed";
  private static final String RECORDED = "recorded";
  public static final String UNIFORM = "uniform";
  private static final String HISTOGRAM = "histogram";

  /** The 99th percentile of the standard normal distribution. */
  public static final double NORMAL_P99 = 2.3263478740408408;

  /** The names of the parameters of a distribution. */
  public static final Map<String, List<String>> PARAMETERS = parameters();

  private static final int MOST = 64 << 20;

  // The longest value of a distribution without an end, over its 99th percentile.
  private static final int TAIL = 4;

  private static Map<String, List<String>> parameters() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    all.put(UNIFORM, List.of("least", "most"));
    all.put(LOGNORMAL, List.of("median", "p99", "most"));
    all.put(PARETO, List.of("least", "p99", "most"));
    return all;
  }

  /** The sizes of a text: {@code 1KiB}, {@code lognormal:300B:8KiB}, {@code etc} ... */
  public static Sizes of(String text) {
    List<String> words = Arrays.asList(text.strip().split(":"));
    String kind = words.get(0);
    if (kind.equals(HISTOGRAM) && words.size() > 1) {
      return histogram(text.strip().substring(kind.length() + 1));
    }
    Optional<SizeProfile> profile = SizeProfile.of(kind).filter(each -> words.size() == 1);
    if (profile.isPresent()) {
      return new Sizes(kind, List.of(profile.get().least(), profile.get().most()), "");
    }
    if (words.size() == 1 && !PARAMETERS.containsKey(kind)) {
      return new Sizes(FIXED, List.of(size(kind)), "");
    }
    if (!PARAMETERS.containsKey(kind)) {
      throw new ConfigurationException(
          "there is no distribution '%s'; there are: %s, histogram, %s; or a size"
              .formatted(
                  kind,
                  String.join(", ", PARAMETERS.keySet()),
                  String.join(", ", SizeProfile.IDS)));
    }
    List<Integer> sizes = new ArrayList<>();
    words.stream().skip(1).forEach(word -> sizes.add(size(word)));
    List<String> names = PARAMETERS.get(kind);
    if (sizes.size() == 2 && names.size() == 3) {
      sizes.add((int) Math.min(MOST, (long) TAIL * sizes.get(1)));
    }
    boolean rising = sizes.size() == names.size();
    for (int i = 1; rising && i < sizes.size(); i++) {
      rising = sizes.get(i - 1) < sizes.get(i);
    }
    if (!rising) {
      throw new ConfigurationException(
          "'%s' is not of the form %s:%s, with sizes that rise"
              .formatted(text.strip(), kind, String.join(":", names).toUpperCase(Locale.ROOT)));
    }
    return new Sizes(kind, List.copyOf(sizes), "");
  }

  /** Those of a recorded trace. */
  static Sizes recorded(int mean, int longest) {
    return new Sizes(RECORDED, List.of(mean, longest), "");
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
    SizeHistogram histogram = SizeHistogram.read(file);
    int longest = size(Integer.toString(histogram.longest()));
    return new Sizes(
        HISTOGRAM,
        List.of(histogram.shortest(), (int) Math.ceil(histogram.mean()), longest),
        file.toString());
  }

  public boolean isNone() {
    return kind.isEmpty();
  }

  /** Whether all are alike. */
  public boolean isFixed() {
    return kind.equals(FIXED);
  }

  /** Whether stock YCSB cannot make them. */
  public boolean isBeyondStock() {
    return kind.equals(LOGNORMAL) || kind.equals(PARETO) || SizeProfile.IDS.contains(kind);
  }

  /** The length that at least half of them have: the shortest, or the median of a lognormal. */
  public int common() {
    return sizes.get(0);
  }

  /** The longest. */
  public int longest() {
    return sizes.get(sizes.size() - 1);
  }

  /** The mean in bytes, rounded up; with the tail beyond the longest cut off. */
  public int mean() {
    return mean(0);
  }

  /**
   * As {@link #mean()}, where shorter ones are drawn again.
   *
   * @param least at most {@link #common()}
   */
  int mean(int least) {
    double first = sizes.get(0);
    double most = longest();
    double mean =
        switch (kind) {
          case UNIFORM -> (first + most) / 2;
          case LOGNORMAL -> {
            double sigma = Math.log(sizes.get(1) / first) / NORMAL_P99;
            double begin = Math.log(least / first) / sigma;
            double end = Math.log(most / first) / sigma;
            NormalDistribution normal = NormalDistribution.of(0, 1);
            yield first
                * Math.exp(sigma * sigma / 2)
                * normal.probability(begin - sigma, end - sigma)
                / normal.probability(begin, end);
          }
          case PARETO -> {
            double alpha = Math.log(100) / Math.log(sizes.get(1) / first);
            double end = most / first;
            // The integral of x^-alpha, which for alpha 1 is the logarithm.
            double integral =
                Math.abs(alpha - 1) < 1e-9
                    ? Math.log(end)
                    : (1 - Math.pow(end, 1 - alpha)) / (alpha - 1);
            yield first * alpha * integral / (1 - Math.pow(end, -alpha));
          }
          case HISTOGRAM -> sizes.get(1);
          default -> SizeProfile.of(kind).map(SizeProfile::mean).orElse(first);
        };
    return (int) Math.ceil(mean);
  }

  /** The properties that ask for them. */
  public Map<String, String> properties() {
    Map<String, String> all = new TreeMap<>();
    if (isNone()) {
      return all;
    }
    all.put(FIELD_LENGTH_DISTRIBUTION_PROPERTY, isFixed() ? "constant" : kind);
    all.put(FIELD_LENGTH_PROPERTY, Integer.toString(longest()));
    switch (kind) {
      case UNIFORM -> all.put(MIN_FIELD_LENGTH_PROPERTY, Integer.toString(sizes.get(0)));
      case LOGNORMAL -> all.put(MEDIAN_PROPERTY, Integer.toString(sizes.get(0)));
      case PARETO -> all.put(MIN_FIELD_LENGTH_PROPERTY, Integer.toString(sizes.get(0)));
      case HISTOGRAM -> all.put(FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY, file);
      default -> {} // all alike
    }
    if (kind.equals(LOGNORMAL) || kind.equals(PARETO)) {
      all.put(P99_PROPERTY, Integer.toString(sizes.get(1)));
    }
    return all;
  }

  /** The text that {@link #of} reads; nothing for {@link #NONE}. */
  public String text() {
    if (kind.equals(HISTOGRAM)) {
      return kind + ":" + file;
    }
    if (SizeProfile.IDS.contains(kind)) {
      return kind;
    }
    List<String> words = new ArrayList<>();
    if (!isFixed() && !isNone()) {
      words.add(kind);
    }
    sizes.forEach(size -> words.add(ByteSize.format(size).replace(" ", "")));
    return String.join(":", words);
  }

  /** For the report: the text and the mean. */
  public String words() {
    if (kind.equals(RECORDED)) {
      return "of the trace (mean %s, up to %s)"
          .formatted(ByteSize.format(mean()), ByteSize.format(longest()));
    }
    return isNone() || isFixed()
        ? text()
        : "%s (mean %s)".formatted(text(), ByteSize.format(mean()));
  }
}
