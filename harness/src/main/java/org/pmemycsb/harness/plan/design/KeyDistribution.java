package org.pmemycsb.harness.plan.design;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.pmemycsb.harness.ConfigurationException;
import site.ycsb.workloads.CoreWorkload;

/**
 * Which records the operations of a workload ask for. Immutable.
 *
 * @param stock of YCSB, which reads its parameters from the workload's properties
 * @param constant of a zipfian over the records there are: the greater, the more skewed; 0 for
 *     YCSB's own, which draws from 10^10 items and is flatter, and for other distributions
 */
public record KeyDistribution(Stock stock, double constant) {
  /** The distributions of YCSB. */
  public enum Stock {
    ZIPFIAN,
    LATEST,
    UNIFORM,
    SEQUENTIAL,
    HOTSPOT,
    EXPONENTIAL
  }

  /** This property beside {@code requestdistribution=zipfian} asks for one with a constant. */
  public static final String CONSTANT_PROPERTY = "zipfianconstant";

  private static final String ZIPFIAN = "zipfian";
  private static final double OF_YCSB = 0.99;
  private static final List<String> NAMES =
      Arrays.stream(Stock.values()).map(stock -> of(stock).text()).toList();

  public static KeyDistribution of(Stock stock) {
    return new KeyDistribution(stock, 0);
  }

  private static KeyDistribution zipfian(String constant) {
    return new KeyDistribution(
        Stock.ZIPFIAN, Words.number("the constant of zipfian", constant, 0.01, 5));
  }

  /** The distribution of this name: {@code zipfian}, {@code zipfian:0.8}, {@code latest} ... */
  public static KeyDistribution of(String text) {
    String[] parts = text.split(":", 2);
    String name = parts[0].strip();
    if (name.equals(ZIPFIAN)) {
      return zipfian(parts.length == 1 ? Double.toString(OF_YCSB) : parts[1]);
    }
    if (!NAMES.contains(name)) {
      throw new ConfigurationException(
          "there is no distribution '%s'; there are: zipfian, %s (with a constant: zipfian:0.8)"
              .formatted(name, String.join(", ", NAMES)));
    }
    if (parts.length > 1) {
      throw new ConfigurationException(
          "'%s' has no constant; only zipfian has one, as in zipfian:0.8".formatted(name));
    }
    return of(Stock.values()[NAMES.indexOf(name)]);
  }

  /**
   * The distribution that the properties of a workload ask for.
   *
   * @throws ConfigurationException if YCSB does not have it, or they contradict each other
   */
  public static KeyDistribution of(Map<String, String> workload) {
    String property = CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY;
    String asked =
        workload.getOrDefault(property, CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY_DEFAULT);
    String constant = workload.get(CONSTANT_PROPERTY);
    if (constant == null) {
      return of(ConfigurationException.at(property, () -> Words.named(Stock.class, asked)));
    }
    if (asked.equals(ZIPFIAN)) {
      return ConfigurationException.at(CONSTANT_PROPERTY, () -> zipfian(constant));
    }
    throw new ConfigurationException(
        "%s: %s is %s and has none; leave it out, or ask for zipfian"
            .formatted(CONSTANT_PROPERTY, property, asked));
  }

  public boolean hasConstant() {
    return constant > 0;
  }

  /** The value of YCSB's property for it. */
  public String requested() {
    return stock.name().toLowerCase(Locale.ROOT);
  }

  public Map<String, String> properties() {
    Map<String, String> all = new TreeMap<>();
    all.put(CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY, requested());
    if (hasConstant()) {
      all.put(CONSTANT_PROPERTY, Double.toString(constant));
    }
    return all;
  }

  public String text() {
    return hasConstant()
        ? ZIPFIAN + ":" + constant
        : stock == Stock.ZIPFIAN ? "ycsb-zipfian" : requested();
  }
}
