package org.pmemycsb.harness.trace;

import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.design.KeyShape;
import org.pmemycsb.harness.design.Mix;
import org.pmemycsb.harness.design.Sizes;

/**
 * The operations of a phase and its records. It has the contents of histograms, so a worker on
 * another machine does not need their files.
 *
 * @param properties as YCSB and its clients know it
 * @param mix the shares of the operations; without meaning for a load
 * @param values how long they are
 * @param keys how long they are; empty for those of stock YCSB
 */
public record Workload(
    Map<String, String> properties, Mix mix, Sizes values, Optional<Sizes> keys) {
  public Workload {
    properties = Map.copyOf(properties);
  }

  /**
   * The workload of these properties. Reads the file of a histogram.
   *
   * @throws IllegalArgumentException if a property is wrong
   */
  public static Workload of(Map<String, String> properties) {
    return new Workload(
        properties,
        Mix.of(properties),
        Sizes.of(properties),
        Optional.ofNullable(properties.get(KeyShape.LENGTHS_PROPERTY)).map(Sizes::of));
  }
}
