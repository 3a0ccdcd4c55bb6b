package org.pmemycsb.harness.client.outcome;

import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.plan.design.CallKind;

/**
 * The latencies of a phase in nanoseconds, by kind of operation. As in YCSB, a read-modify-write
 * also counts its halves under READ and UPDATE. Kinds that did not occur are absent.
 *
 * @param service from the actual start of each call
 * @param intended from the start that the target asked for; empty without a target
 */
public record Latencies(
    Map<OperationKind, Histogram> service, Map<OperationKind, Histogram> intended) {
  /** The longest latency in a histogram: an hour. A longer one is recorded as this. */
  public static final long MAX_NANOS = 3_600_000_000_000L;

  public static final Latencies NONE = new Latencies(Map.of(), Map.of());

  public boolean paced() {
    return !intended.isEmpty();
  }

  /**
   * The latency of all calls of a kind: from the intended start, or, without a target, from the
   * actual one. Empty if there were no such calls.
   */
  public Optional<Histogram> of(CallKind calls) {
    return sum(paced() ? intended : service, calls);
  }

  /** The service time of all calls of a kind; empty if there were no such calls. */
  public Optional<Histogram> serviceOf(CallKind calls) {
    return sum(service, calls);
  }

  private static Optional<Histogram> sum(Map<OperationKind, Histogram> of, CallKind calls) {
    return of.entrySet().stream()
        .filter(each -> each.getKey().call().equals(Optional.of(calls)))
        .map(Map.Entry::getValue)
        .reduce(Latencies::sum);
  }

  Latencies and(Latencies others) {
    return new Latencies(
        PhaseMeasurement.merged(service, others.service, Latencies::sum),
        PhaseMeasurement.merged(intended, others.intended, Latencies::sum));
  }

  static Histogram sum(Histogram a, Histogram b) {
    Histogram both = a.copy();
    both.add(b);
    return both;
  }
}
