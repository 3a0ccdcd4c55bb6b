package org.pmemycsb.harness.plan.design;

import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY_DEFAULT;
import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY_DEFAULT;
import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.FIELD_LENGTH_PROPERTY_DEFAULT;
import static site.ycsb.workloads.CoreWorkload.MIN_FIELD_LENGTH_PROPERTY;
import static site.ycsb.workloads.CoreWorkload.MIN_FIELD_LENGTH_PROPERTY_DEFAULT;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;

/** How {@link Sizes} are written in texts and in YCSB's properties. */
public final class SizeText {
  private static final String UNIFORM = "uniform";
  private static final String ZIPFIAN = "zipfian";
  private static final String LOGNORMAL = "lognormal";
  private static final String PARETO = "pareto";
  private static final String CONSTANT = "constant";
  private static final String HISTOGRAM = "histogram";

  /** The names of the parameters of a distribution; one without an end need not have the last. */
  public static final Map<String, List<String>> PARAMETERS = parameters();

  private static final int MOST = 64 << 20;

  // The longest value of a distribution without an end, over its 99th percentile.
  private static final int TAIL = 4;

  private SizeText() {}

  private static Map<String, List<String>> parameters() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    all.put(UNIFORM, List.of("least", "most"));
    all.put(ZIPFIAN, List.of("least", "most"));
    all.put(LOGNORMAL, List.of("median", "p99", "most"));
    all.put(PARETO, List.of("least", "p99", "most"));
    return all;
  }

  static Sizes read(String text) {
    List<String> words = Arrays.asList(text.strip().split(":"));
    String kind = words.get(0);
    if (kind.equals(HISTOGRAM)) {
      if (words.size() == 1) {
        throw new ConfigurationException("histogram needs a file; write histogram:FILE");
      }
      return histogram(text.strip().substring(kind.length() + 1));
    }
    Optional<SizeProfile> profile = SizeProfile.of(kind).filter(each -> words.size() == 1);
    if (profile.isPresent()) {
      return new Sizes.Profile(profile.get());
    }
    if (words.size() == 1 && !PARAMETERS.containsKey(kind)) {
      return new Sizes.Fixed(size(kind));
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
    return switch (kind) {
      case UNIFORM -> new Sizes.Uniform(sizes.get(0), sizes.get(1));
      case ZIPFIAN -> new Sizes.Zipfian(sizes.get(0), sizes.get(1));
      case LOGNORMAL -> new Sizes.Lognormal(sizes.get(0), sizes.get(1), sizes.get(2));
      default -> new Sizes.Pareto(sizes.get(0), sizes.get(1), sizes.get(2));
    };
  }

  static String write(String kind, int... sizes) {
    StringBuilder text = new StringBuilder(kind);
    for (int size : sizes) {
      text.append(':').append(ByteSize.format(size).replace(" ", ""));
    }
    return text.toString();
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
    Sizes histogram = new Sizes.Histogram(file.toString(), SizeHistogram.read(file));
    size(Integer.toString(histogram.longest()));
    return histogram;
  }

  static Sizes read(Map<String, String> workload) {
    String kind =
        workload.getOrDefault(
            FIELD_LENGTH_DISTRIBUTION_PROPERTY, FIELD_LENGTH_DISTRIBUTION_PROPERTY_DEFAULT);
    String least =
        workload.getOrDefault(MIN_FIELD_LENGTH_PROPERTY, MIN_FIELD_LENGTH_PROPERTY_DEFAULT);
    String most = workload.getOrDefault(FIELD_LENGTH_PROPERTY, FIELD_LENGTH_PROPERTY_DEFAULT);
    if (kind.equals(HISTOGRAM)) {
      return read(
          String.join(
              ":",
              kind,
              workload.getOrDefault(
                  FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY,
                  FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY_DEFAULT)));
    }
    return kind.equals(CONSTANT) || least.equals(most)
        ? new Sizes.Fixed(size(most))
        : read(String.join(":", kind, least, most));
  }
}
