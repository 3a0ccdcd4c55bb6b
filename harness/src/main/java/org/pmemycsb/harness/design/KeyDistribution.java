package org.pmemycsb.harness.design;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.pmemycsb.harness.ConfigurationException;
import site.ycsb.workloads.CoreWorkload;

/**
 * Which records the operations of a workload ask for.
 *
 * @param name one of YCSB's {@code requestdistribution}, where {@code ycsb-zipfian} stands for its
 *     {@code zipfian}: that one draws from 10^10 items, however many records there are, and is
 *     flatter. {@code zipfian} draws from the records there are
 * @param constant of {@code zipfian}: the greater, the more skewed; 0 for the others
 */
public record KeyDistribution(String name, double constant) {
  /** This property beside {@code requestdistribution=zipfian} asks for a true zipfian. */
  static final String CONSTANT_PROPERTY = "zipfianconstant";

  /** For a setting that nobody gave: each workload has its own. */
  public static final KeyDistribution OWN = new KeyDistribution("", 0);

  private static final String ZIPFIAN = "zipfian";
  private static final String YCSB_ZIPFIAN = "ycsb-zipfian";
  private static final List<String> NAMES =
      List.of(ZIPFIAN, YCSB_ZIPFIAN, "latest", "uniform", "sequential", "hotspot", "exponential");
  private static final List<String> WITH_DELETES = List.of("uniform", "latest", "exponential");
  private static final double YCSB_CONSTANT = 0.99;
  private static final double LEAST = 0.01;
  private static final double MOST = 5;

  /** Whether a workload that asks for a zipfian gets YCSB's own. */
  public boolean keepsZipfianOfYcsb() {
    return isOwn() || name.equals(YCSB_ZIPFIAN);
  }

  /** The distribution of this name: {@code zipfian}, {@code zipfian:0.8}, {@code latest} ... */
  public static KeyDistribution of(String text) {
    int colon = text.indexOf(':');
    String name = colon < 0 ? text.strip() : text.substring(0, colon).strip();
    if (!NAMES.contains(name)) {
      throw new ConfigurationException(
          "there is no distribution '%s'; there are: %s (with a constant: zipfian:0.8)"
              .formatted(name, String.join(", ", NAMES)));
    }
    if (colon >= 0 && !name.equals(ZIPFIAN)) {
      throw new ConfigurationException(
          "'%s' has no constant; only zipfian has one, as in zipfian:0.8".formatted(name));
    }
    if (!name.equals(ZIPFIAN)) {
      return new KeyDistribution(name, 0);
    }
    return new KeyDistribution(
        name, colon < 0 ? YCSB_CONSTANT : constant(text.substring(colon + 1)));
  }

  /**
   * The constant of the true zipfian that a workload's properties ask for; empty if they ask for
   * another distribution.
   *
   * @throws ConfigurationException if they contradict each other
   */
  public static OptionalDouble zipfian(Map<String, String> workload) {
    String text = workload.get(CONSTANT_PROPERTY);
    if (text == null) {
      return OptionalDouble.empty();
    }
    String asked =
        workload.getOrDefault(
            CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY,
            CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY_DEFAULT);
    if (!asked.equals(ZIPFIAN)) {
      throw new ConfigurationException(
          "%s: requestdistribution is %s and has none; leave it out, or ask for zipfian"
              .formatted(CONSTANT_PROPERTY, asked));
    }
    try {
      return OptionalDouble.of(constant(text));
    } catch (ConfigurationException wrong) {
      throw new ConfigurationException(CONSTANT_PROPERTY + ": " + wrong.getMessage(), wrong);
    }
  }

  /**
   * Refuses a workload that deletes records, and asks for them by a distribution in which a deleted
   * record has no place.
   *
   * @throws ConfigurationException naming what would be possible
   */
  public static void refuseDeletes(Map<String, String> workload) {
    String asked =
        workload.getOrDefault(
            CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY,
            CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY_DEFAULT);
    if (Mix.of(workload).deleteShare() > 0 && !WITH_DELETES.contains(asked)) {
      throw new ConfigurationException(
          "a workload that deletes the oldest records cannot ask for them by '%s'; take one of: %s"
              .formatted(asked, String.join(", ", WITH_DELETES)));
    }
  }

  private static double constant(String text) {
    try {
      double value = Double.parseDouble(text.strip());
      if (value >= LEAST && value <= MOST) {
        return value;
      }
    } catch (NumberFormatException no) {
      // The exception below names the text.
    }
    throw new ConfigurationException(
        "the constant of zipfian must be from 0.01 to 5, not '%s'".formatted(text.strip()));
  }

  boolean isOwn() {
    return name.isEmpty();
  }

  /** The properties that ask for it; none for {@link #OWN}. */
  public Map<String, String> properties() {
    Map<String, String> all = new TreeMap<>();
    if (isOwn()) {
      return all;
    }
    all.put(CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY, name.equals(YCSB_ZIPFIAN) ? ZIPFIAN : name);
    if (name.equals(ZIPFIAN)) {
      all.put(CONSTANT_PROPERTY, Double.toString(constant));
    }
    return all;
  }

  /** Makes a workload ask for it instead of what it asked for; {@link #OWN} changes nothing. */
  public void applyTo(Map<? super String, ? super String> workload) {
    if (!isOwn()) {
      workload.remove(CONSTANT_PROPERTY);
      workload.putAll(properties());
    }
  }

  /** The text that {@link #of} reads; nothing for {@link #OWN}. */
  public String text() {
    return name.equals(ZIPFIAN) ? name + ":" + constant : name;
  }
}
