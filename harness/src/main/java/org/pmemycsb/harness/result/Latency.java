package org.pmemycsb.harness.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.pmemycsb.harness.statistics.Bootstrap;

/**
 * Percentiles of the latency of one kind of operations, in microseconds; null where there were no
 * such operations.
 *
 * @param p50Us from the actual start of each operation
 * @param p99Us the same
 * @param intendedP99Us from the moment at which the target wanted the operation to start; null
 *     without a target
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Latency(Double p50Us, Double p99Us, Double intendedP99Us) {
  /** There were no such operations, or the runner keeps no latencies. */
  public static final Latency NONE = new Latency(null, null, null);

  /** The median of each percentile over some repeats. */
  static Latency median(List<Latency> repeats) {
    return new Latency(
        median(repeats, Latency::p50Us),
        median(repeats, Latency::p99Us),
        median(repeats, Latency::intendedP99Us));
  }

  private static Double median(List<Latency> repeats, Function<Latency, Double> percentile) {
    double[] known =
        repeats.stream().map(percentile).filter(Objects::nonNull).mapToDouble(x -> x).toArray();
    return known.length == 0 ? null : Double.valueOf(Bootstrap.median(known));
  }
}
