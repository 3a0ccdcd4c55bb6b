package org.pmemycsb.harness.plan.design;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;

/**
 * A goal for the latency of a workload: {@code p99=1ms}, or of some operations only, {@code
 * reads.p99=1ms}.
 *
 * @param calls which count; empty for whole operations, whatever calls they have
 * @param figure {@code p50}, {@code p99}, {@code p99.9} or {@code mean}
 * @param micros the most that the figure may be
 */
public record Goal(Optional<CallKind> calls, String figure, double micros) {
  private static final Map<String, Double> PERCENTILES =
      Map.of("p50", 50.0, "p99", 99.0, "p99.9", 99.9);
  private static final String MEAN = "mean";
  private static final Pattern NAME = Pattern.compile("(?:([a-z]+)\\.)?(p[0-9.]+|[a-z]+)");
  private static final Pattern TIME = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)\\s*(us|ms|s)");
  private static final Map<String, Double> MICROS = Map.of("us", 1.0, "ms", 1e3, "s", 1e6);
  private static final double MOST_MICROS = 60e6;

  /**
   * @throws ConfigurationException if the text is not of the form FIGURE=TIME, or there is no such
   *     figure
   */
  public static Goal parse(String text) {
    Map.Entry<String, String> pair = Words.pair(text);
    String name = pair.getKey().strip();
    String limit = pair.getValue();
    Matcher parts = NAME.matcher(name);
    boolean all = parts.matches() && parts.group(1) == null;
    Optional<CallKind> calls =
        Stream.of(CallKind.values())
            .filter(each -> parts.matches() && each.plural().equals(parts.group(1)))
            .findFirst();
    if (!parts.matches()
        || !all && calls.isEmpty()
        || !PERCENTILES.containsKey(parts.group(2)) && !parts.group(2).equals(MEAN)) {
      throw new ConfigurationException(
          "there is no goal '%s'; there are p50, p99, p99.9 and mean, of some operations as"
                  .formatted(name)
              + " reads.p99 or writes.p99");
    }
    Matcher time = Words.form(limit, TIME, "not a time; write a number with us, ms or s");
    double micros = Double.parseDouble(time.group(1)) * MICROS.get(time.group(2));
    if (micros <= 0 || micros > MOST_MICROS) {
      throw new ConfigurationException(
          "'%s' is out of range; it must be above 0 and at most 60s".formatted(limit));
    }
    return new Goal(calls, parts.group(2), micros);
  }

  /** The percentile that it is about; empty for the mean. */
  public OptionalDouble percentile() {
    return figure.equals(MEAN)
        ? OptionalDouble.empty()
        : OptionalDouble.of(PERCENTILES.get(figure));
  }

  /** What it is about, for people: {@code p99 of reads}. */
  public String subject() {
    return calls.map(each -> figure + " of " + each.plural()).orElse(figure);
  }

  /** For people: {@code p99 of reads at most 1 ms}. */
  public String shown() {
    return subject() + " at most " + limit(" ");
  }

  String text() {
    return calls.map(each -> each.plural() + ".").orElse("") + figure + "=" + limit("");
  }

  private String limit(String space) {
    return micros >= 1000
        ? Words.plain(micros / 1000) + space + "ms"
        : Words.plain(micros) + space + "us";
  }
}
