package org.pmemycsb.harness.measure.ycsb;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.result.Latency;

/**
 * The summary that the stock client writes with its text exporter: lines of {@code [SECTION], name,
 * value}. Immutable.
 */
record YcsbOutput(Map<String, Map<String, Double>> sections) {
  private static final Pattern LINE = Pattern.compile("\\[([^\\]]+)\\], (.+), ([^,]+)");
  private static final String RETURN = "Return=";
  private static final String INTENDED = "Intended-";
  private static final Set<String> GOOD = Set.of("OK", "BATCHED_OK");

  /** Parses the summary; ignores lines of another form. */
  static YcsbOutput parse(Iterable<String> lines) {
    Map<String, Map<String, Double>> sections = new HashMap<>();
    for (String line : lines) {
      Matcher form = LINE.matcher(line.strip());
      if (form.matches()) {
        try {
          double value = Double.parseDouble(form.group(3));
          sections
              .computeIfAbsent(form.group(1), section -> new TreeMap<>())
              .put(form.group(2), value);
        } catch (NumberFormatException notAFigure) {
          continue;
        }
      }
    }
    return new YcsbOutput(sections);
  }

  /** Run time; empty when the client did not reach its end. */
  Optional<Double> seconds() {
    return figure("OVERALL", "RunTime(ms)").map(millis -> millis / 1000);
  }

  /**
   * Operations of the workload that succeeded. A read-modify-write is one operation, although the
   * client also lists its read and its update.
   */
  long good() {
    long calls =
        Stream.of(OperationKind.values())
            .filter(kind -> kind.call().isPresent())
            .mapToLong(kind -> good(kind.label()))
            .sum();
    return calls - figure("READ-MODIFY-WRITE", "Operations").map(Double::longValue).orElse(0L);
  }

  long good(String operation) {
    return returns(operation, true).values().stream().mapToLong(x -> x).sum();
  }

  /** Operations of the workload that ended, with success or not. */
  long ended() {
    return good() + failures().values().stream().mapToLong(count -> count).sum();
  }

  /** Operations and value checks without success: counts by kind and status. */
  Map<String, Long> failures() {
    Map<String, Long> failures = new TreeMap<>();
    for (String section : sections.keySet()) {
      returns(section, false)
          .forEach((status, count) -> failures.merge(section + " " + status, count, Long::sum));
    }
    return failures;
  }

  private Map<String, Long> returns(String section, boolean wantGood) {
    Map<String, Long> found = new TreeMap<>();
    sections
        .getOrDefault(section, Map.of())
        .forEach(
            (name, value) -> {
              if (name.startsWith(RETURN)) {
                String status = name.substring(RETURN.length());
                if (GOOD.contains(status) == wantGood) {
                  found.put(status, value.longValue());
                }
              }
            });
    return found;
  }

  /**
   * The latency of the most frequent operation whose calls are of a kind. The client exports no
   * histogram that could be merged over operations.
   */
  Latency latency(CallKind calls) {
    return Stream.of(OperationKind.values())
        .filter(kind -> kind.call().equals(Optional.of(calls)))
        .map(OperationKind::label)
        .filter(operation -> good(operation) > 0)
        .max(Comparator.comparingLong(this::good))
        .map(
            most ->
                sections.containsKey(INTENDED + most)
                    ? new Latency(
                        percentile(INTENDED, most, 50),
                        percentile(INTENDED, most, 99),
                        percentile(INTENDED, most, 99.9),
                        percentile("", most, 50),
                        percentile("", most, 99),
                        percentile("", most, 99.9))
                    : Latency.unpaced(
                        percentile("", most, 50),
                        percentile("", most, 99),
                        percentile("", most, 99.9)))
        .orElse(Latency.NONE);
  }

  private Double percentile(String prefix, String operation, double percentile) {
    String name = percentile == 99.9 ? "99.9" : (int) percentile + "th";
    return Latency.known(percentile, good(operation))
        ? figure(prefix + operation, name + "PercentileLatency(us)").orElse(null)
        : null;
  }

  private Optional<Double> figure(String section, String name) {
    return Optional.ofNullable(sections.getOrDefault(section, Map.of()).get(name));
  }
}
