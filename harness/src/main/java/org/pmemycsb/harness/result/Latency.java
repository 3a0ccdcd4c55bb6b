package org.pmemycsb.harness.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.pmemycsb.harness.statistics.Bootstrap;

/**
 * Percentiles of the latency of one kind of operations, in microseconds; null where there were no
 * such operations, or too few.
 *
 * @param p50Us service time: from the actual start of each operation
 * @param p99Us the same
 * @param p999Us the same; null if fewer than {@value #FEWEST_ABOVE} operations were slower
 * @param intendedP50Us from the moment at which the target wanted the operation to start; null
 *     without a target
 * @param intendedP99Us the same
 * @param intendedP999Us the same; null if fewer than {@value #FEWEST_ABOVE} operations were slower
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Latency(
    Double p50Us,
    Double p99Us,
    Double p999Us,
    Double intendedP50Us,
    Double intendedP99Us,
    Double intendedP999Us) {
  /** A high percentile is known only if at least so many operations were slower. */
  public static final int FEWEST_ABOVE = 10;

  /** There were no such operations, or the runner keeps no latencies. */
  public static final Latency NONE = service(null, null, null);

  /** Without a target. */
  public static Latency service(Double p50Us, Double p99Us, Double p999Us) {
    return new Latency(p50Us, p99Us, p999Us, null, null, null);
  }

  /** Whether enough of so many operations were slower than a percentile. */
  public static boolean known(double percentile, long operations) {
    return operations * (100 - percentile) / 100 >= FEWEST_ABOVE;
  }

  /** The median: from the planned start, or, without a target, from the actual one. */
  public OptionalDouble p50() {
    return optional(planned() ? intendedP50Us : p50Us);
  }

  /** The 99th percentile, counted as {@link #p50}. */
  public OptionalDouble p99() {
    return optional(planned() ? intendedP99Us : p99Us);
  }

  /** The percentile 99.9, counted as {@link #p50}. */
  public OptionalDouble p999() {
    return optional(planned() ? intendedP999Us : p999Us);
  }

  // Journals of older versions have the 99th percentile only.
  private boolean planned() {
    return intendedP99Us != null;
  }

  /** Empty for null. */
  public static OptionalDouble optional(Double figure) {
    return figure == null ? OptionalDouble.empty() : OptionalDouble.of(figure);
  }

  /** The median of each percentile over some repeats. */
  static Latency median(List<Latency> repeats) {
    return new Latency(
        median(repeats, Latency::p50Us),
        median(repeats, Latency::p99Us),
        median(repeats, Latency::p999Us),
        median(repeats, Latency::intendedP50Us),
        median(repeats, Latency::intendedP99Us),
        median(repeats, Latency::intendedP999Us));
  }

  private static Double median(List<Latency> repeats, Function<Latency, Double> percentile) {
    double[] known =
        repeats.stream().map(percentile).filter(Objects::nonNull).mapToDouble(x -> x).toArray();
    return known.length == 0 ? null : Double.valueOf(Bootstrap.median(known));
  }
}
