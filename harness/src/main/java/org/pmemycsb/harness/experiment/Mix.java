package org.pmemycsb.harness.experiment;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.pmemycsb.harness.ConfigurationException;

/**
 * The shares of the kinds of operation in a workload: YCSB's {@code ...proportion} properties. They
 * need not add up to 1.
 */
public record Mix(double read, double update, double insert, double scan, double readModifyWrite) {
  /** The default of YCSB. */
  static final Mix DEFAULT = new Mix(0.95, 0.05, 0, 0, 0);

  static final Mix LOAD = new Mix(0, 0, 0, 0, 0);

  /** The mix that a workload's properties ask for. */
  public static Mix of(Map<String, String> workload) {
    return DEFAULT.with("", workload);
  }

  /** The mix after properties changed it. */
  Mix with(String where, Map<String, String> properties) {
    Map<String, Double> said = new TreeMap<>();
    properties.forEach(
        (name, text) -> {
          if (name.endsWith("proportion")) {
            said.put(name.toLowerCase(Locale.ROOT), proportion(where + name, text));
          }
        });
    return new Mix(
        said.getOrDefault("readproportion", read),
        said.getOrDefault("updateproportion", update),
        said.getOrDefault("insertproportion", insert),
        said.getOrDefault("scanproportion", scan),
        said.getOrDefault("readmodifywriteproportion", readModifyWrite));
  }

  private static double proportion(String what, String text) {
    try {
      double share = Double.parseDouble(text.strip());
      if (share >= 0 && share <= 1) {
        return share;
      }
    } catch (NumberFormatException no) {
      // Said below.
    }
    throw new ConfigurationException(what + " must be from 0 to 1, not '" + text.strip() + "'");
  }

  /** The sum of the shares; 0 for a workload without operations. */
  public double total() {
    return read + update + insert + scan + readModifyWrite;
  }

  /** Share of the operations that insert a record, from 0 to 1. */
  public double insertShare() {
    return insert == 0 ? 0 : insert / total();
  }

  /** Whether operations read ranges of records in key order. */
  public boolean scans() {
    return scan > 0;
  }
}
