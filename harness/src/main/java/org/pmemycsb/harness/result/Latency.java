package org.pmemycsb.harness.result;

import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.pmemycsb.harness.client.outcome.Latencies;
import org.pmemycsb.harness.plan.design.CallKind;

/**
 * Percentiles of the latency of one kind of calls, in microseconds. With a target, latency counts
 * from the intended start of an operation, and service time from the actual start of a call.
 * Without a target they are the same. A percentile is null if there were no such calls, or if it is
 * not {@link #known}.
 *
 * @param serviceP50Us null without a target, as are the next two
 */
public record Latency(
    Double p50Us,
    Double p99Us,
    Double p999Us,
    Double serviceP50Us,
    Double serviceP99Us,
    Double serviceP999Us) {
  /** A percentile other than the median is known only if at least so many calls were slower. */
  public static final int FEWEST_ABOVE = 10;

  /** There were no such calls, or the runner keeps no latencies. */
  public static final Latency NONE = unpaced(null, null, null);

  private static final double NANOS_PER_MICRO = 1e3;

  /** Without a target. */
  public static Latency unpaced(Double p50Us, Double p99Us, Double p999Us) {
    return new Latency(p50Us, p99Us, p999Us, null, null, null);
  }

  public static Latency of(Latencies measured, CallKind calls) {
    Optional<Histogram> all = measured.of(calls);
    Optional<Histogram> service =
        measured.paced() ? measured.serviceOf(calls) : Optional.<Histogram>empty();
    return new Latency(
        micros(50, all),
        micros(99, all),
        micros(99.9, all),
        micros(50, service),
        micros(99, service),
        micros(99.9, service));
  }

  private static Double micros(double percentile, Optional<Histogram> nanos) {
    OptionalDouble known = nanos.map(all -> micros(percentile, all)).orElse(OptionalDouble.empty());
    return known.isPresent() ? (Double) known.getAsDouble() : null;
  }

  /** A percentile in microseconds of a histogram of nanoseconds; empty if it is not known. */
  public static OptionalDouble micros(double percentile, Histogram nanos) {
    return known(percentile, nanos.getTotalCount())
        ? OptionalDouble.of(nanos.getValueAtPercentile(percentile) / NANOS_PER_MICRO)
        : OptionalDouble.empty();
  }

  /** Whether so many calls say something about a percentile; of the median, each does. */
  public static boolean known(double percentile, long calls) {
    // The histogram rounds alike. 100 - 99.9 is less than 0.1 in binary.
    double notAbove = Math.ceil(Math.nextDown(percentile) * calls / 100);
    return calls > 0 && percentile <= 50 || calls - notAbove >= FEWEST_ABOVE;
  }

  /** The service time; without a target it is the latency. */
  Latency service() {
    return serviceP50Us == null ? this : unpaced(serviceP50Us, serviceP99Us, serviceP999Us);
  }
}
