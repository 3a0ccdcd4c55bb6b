package org.pmemycsb.harness.trace;

import java.util.Map;

/** Reads numbers from a workload's properties, naming the property when they are wrong. */
final class WorkloadProperties {
  private WorkloadProperties() {}

  static int integer(
      Map<String, String> workload, String name, String byDefault, int least, int most) {
    String text = workload.getOrDefault(name, byDefault).trim();
    int value;
    try {
      value = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " must be a whole number, not '" + text + "'", e);
    }
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be from " + least + " to " + most + ", not " + value);
    }
    return value;
  }
}
