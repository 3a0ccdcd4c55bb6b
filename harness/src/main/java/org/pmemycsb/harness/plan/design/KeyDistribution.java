package org.pmemycsb.harness.plan.design;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.pmemycsb.harness.ConfigurationException;
import site.ycsb.workloads.CoreWorkload;

/** Which records the operations of a workload ask for. */
@JsonTypeInfo(use = JsonTypeInfo.Id.MINIMAL_CLASS)
public sealed interface KeyDistribution {
  /** This property beside {@code requestdistribution=zipfian} asks for a {@link Zipfian}. */
  String CONSTANT_PROPERTY = "zipfianconstant";

  /** The distribution of this name: {@code zipfian}, {@code zipfian:0.8}, {@code latest} ... */
  static KeyDistribution of(String text) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text.strip() : text.substring(0, colon).strip();
    if (name.equals(Zipfian.NAME)) {
      return colon < 0 ? new Zipfian(Zipfian.OF_YCSB) : Zipfian.of(text.substring(colon + 1));
    }
    Stock stock =
        Arrays.stream(Stock.values())
            .filter(each -> each.text().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new ConfigurationException(
                        "there is no distribution '%s'; there are: zipfian, %s (with a constant: zipfian:0.8)"
                            .formatted(
                                name,
                                Arrays.stream(Stock.values())
                                    .map(Stock::text)
                                    .collect(Collectors.joining(", ")))));
    if (colon >= 0) {
      throw new ConfigurationException(
          "'%s' has no constant; only zipfian has one, as in zipfian:0.8".formatted(name));
    }
    return stock;
  }

  /**
   * The distribution that the properties of a workload ask for.
   *
   * @throws ConfigurationException if YCSB does not have it, or they contradict each other
   */
  static KeyDistribution of(Map<String, String> workload) {
    String property = CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY;
    String asked =
        workload.getOrDefault(property, CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY_DEFAULT);
    String constant = workload.get(CONSTANT_PROPERTY);
    if (constant == null) {
      return ConfigurationException.at(property, () -> Words.named(Stock.class, asked));
    }
    if (asked.equals(Zipfian.NAME)) {
      return ConfigurationException.at(CONSTANT_PROPERTY, () -> Zipfian.of(constant));
    }
    throw new ConfigurationException(
        "%s: %s is %s and has none; leave it out, or ask for zipfian"
            .formatted(CONSTANT_PROPERTY, property, asked));
  }

  /** Whether properties of an experiment leave the zipfian of a workload as YCSB draws it. */
  static boolean leaveZipfian(Map<String, String> properties) {
    return !properties.containsKey(CONSTANT_PROPERTY)
        && properties
            .getOrDefault(CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY, Zipfian.NAME)
            .equals(Zipfian.NAME);
  }

  /** The value of YCSB's property for it. */
  String requested();

  default Map<String, String> properties() {
    return Map.of(CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY, requested());
  }

  String text();

  /**
   * A zipfian over the records there are.
   *
   * @param constant the greater, the more skewed
   */
  record Zipfian(double constant) implements KeyDistribution {
    static final String NAME = "zipfian";
    static final double OF_YCSB = 0.99;

    static Zipfian of(String text) {
      return new Zipfian(Words.number("the constant of zipfian", text, 0.01, 5));
    }

    @Override
    public String requested() {
      return NAME;
    }

    @Override
    public Map<String, String> properties() {
      Map<String, String> all = new TreeMap<>(KeyDistribution.super.properties());
      all.put(CONSTANT_PROPERTY, Double.toString(constant));
      return all;
    }

    @Override
    public String text() {
      return NAME + ":" + constant;
    }
  }

  /** The distributions of YCSB, which reads their parameters from the workload's properties. */
  enum Stock implements KeyDistribution {
    /** From 10^10 items, however many records there are: flatter than a {@link Zipfian}. */
    ZIPFIAN,
    LATEST,
    UNIFORM,
    SEQUENTIAL,
    HOTSPOT,
    EXPONENTIAL;

    @Override
    public String requested() {
      return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String text() {
      return this == ZIPFIAN ? "ycsb-zipfian" : requested();
    }
  }
}
