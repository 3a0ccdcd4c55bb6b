package org.pmemycsb.harness.trace;

import java.util.Map;

/** Reads numbers from a workload's properties. The exception names a property that is wrong. */
final class WorkloadProperties {
  private WorkloadProperties() {}

  static int integer(
      Map<String, String> workload, String name, String byDefault, int least, int most) {
    String text = workload.getOrDefault(name, byDefault).trim();
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // The exception below names the text.
    }
    throw new IllegalArgumentException(
        "%s must be a whole number from %d to %d, not '%s'".formatted(name, least, most, text));
  }
}
