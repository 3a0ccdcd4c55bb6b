package org.pmemycsb.harness.analysis.claim;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.result.Conditions;
import org.pmemycsb.harness.statistics.Sample;

/**
 * A percentile of the latency of reads or writes, in microseconds.
 *
 * @param name as the columns of {@code summary.csv} have it: {@code read_p99_us}
 */
public record LatencyFigure(String name, CallKind calls, double percentile) {
  // As in names: without the point.
  private static final List<String> PERCENTILES = List.of("50", "99", "999", "9999");

  /** All, by their names, in the order of messages. */
  static final Map<String, LatencyFigure> ALL = all();

  public interface Source {
    Source NONE = (key, figure) -> List.of();

    /** The figure of a cell in each round; none if it is not known. */
    List<Sample> samples(Conditions key, LatencyFigure figure);
  }

  private static Map<String, LatencyFigure> all() {
    Map<String, LatencyFigure> all = new LinkedHashMap<>();
    for (CallKind calls : CallKind.values()) {
      for (String digits : PERCENTILES) {
        String name = calls.id() + "_p" + digits + "_us";
        double percentile = Double.parseDouble(digits.substring(0, 2) + "." + digits.substring(2));
        all.put(name, new LatencyFigure(name, calls, percentile));
      }
    }
    return all;
  }

  static String names() {
    return String.join(", ", ALL.keySet());
  }
}
