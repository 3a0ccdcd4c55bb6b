package org.pmemycsb.harness.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.measure.PhaseMeasurement;
import org.pmemycsb.harness.trace.OperationKind;

class OutcomesTest {
  private static PhaseMeasurement reads(int latencyEvery, long longestGapNanos) {
    return reads(
        new PhaseMeasurement.Outcome(1, 0, 0),
        PhaseMeasurement.Failures.NONE,
        latencyEvery,
        longestGapNanos);
  }

  private static PhaseMeasurement reads(
      PhaseMeasurement.Outcome outcome,
      PhaseMeasurement.Failures failures,
      int latencyEvery,
      long longestGapNanos) {
    Histogram latencies = new Histogram(3);
    latencies.recordValue(1_000_000);
    return new PhaseMeasurement(
        1,
        0,
        1_000_000_000,
        1,
        latencyEvery,
        longestGapNanos,
        1,
        Map.of(OperationKind.READ, outcome),
        failures,
        new PhaseMeasurement.Series(List.of(), List.of()),
        new PhaseMeasurement.Verification(0, Map.of(), List.of()),
        List.of(),
        new PhaseMeasurement.Stalls(0, 0),
        1,
        Map.of(OperationKind.READ, latencies),
        Map.of(),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void theLongestOperationMayBeOneWhoseLatencyWasNotRecorded() {
    assertThat(Outcomes.of(reads(8, 200_000_000), Optional.empty()).longestUs()).isEqualTo(200_000);
    assertThat(Outcomes.of(reads(8, 500_000), Optional.empty()).longestUs()).isBetween(1e3, 1.01e3);
  }

  @Test
  void failedOperationsHaveTheClientsWordsAndTheEndOfThePhase() {
    PhaseMeasurement.Failures failures =
        new PhaseMeasurement.Failures(
            Map.of("READ ERROR", 7L), Map.of("READ ERROR", "No space left on device"), true);
    assertThat(
            Outcomes.of(
                    reads(new PhaseMeasurement.Outcome(1, 0, 7), failures, 1, 0), Optional.empty())
                .failure())
        .contains(
            "7 operations failed (READ ERROR: 7): No space left on device; the phase ended early,"
                + " because every operation failed for a second");
  }

  @Test
  void aSampleOfLatenciesIsStatedAndAllAreNot() {
    assertThat(Outcomes.of(reads(8, 0), Optional.empty()).latencyEvery()).isEqualTo(8);
    assertThat(Outcomes.of(reads(1, 0), Optional.empty()).latencyEvery()).isNull();
  }
}
