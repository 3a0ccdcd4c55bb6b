package org.pmemycsb.harness.client.replay;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.pmemycsb.harness.client.outcome.Latencies;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.OperationKind;

/** Makes measurements of phases for tests. */
public final class Measured {
  private Measured() {}

  /** Latencies without a target. */
  public static Latencies service(Map<OperationKind, Histogram> service) {
    return new Latencies(service, Map.of());
  }

  /** A phase of one thread without target, warm-up and fault. */
  public static PhaseMeasurement of(
      long nanos, OperationKind kind, PhaseMeasurement.Outcome outcome, Latencies latencies) {
    long asked = outcome.good() + outcome.notFound() + outcome.failed();
    return new PhaseMeasurement(
        new PhaseMeasurement.Time(1_000_000, nanos),
        new PhaseMeasurement.Work(
            asked,
            Map.of(kind, outcome),
            new PhaseMeasurement.Series(List.of(), List.of()),
            List.of(),
            outcome.good()),
        new PhaseMeasurement.Faults(
            new PhaseMeasurement.Failures(Map.of(), Map.of(), false),
            new PhaseMeasurement.Verification(0, Map.of(), List.of()),
            List.of()),
        new PhaseMeasurement.Replay(1, 1, 1, 0, 0, Optional.empty()),
        latencies,
        Optional.empty());
  }
}
