package org.pmemycsb.harness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.replay.Measured;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.plan.design.Goal;

class MeasurementTest {
  private static PhaseMeasurement reads(int latencyEvery, long longestGapNanos) {
    return Changed.with(
        Changed.with(
            reads(new PhaseMeasurement.Outcome(1, 0, 0)), "replay.latencyEvery", latencyEvery),
        "replay.longestGapNanos",
        longestGapNanos);
  }

  private static PhaseMeasurement reads(PhaseMeasurement.Outcome outcome) {
    Histogram latencies = new Histogram(3);
    latencies.recordValue(1_000_000);
    return Measured.of(
        1_000_000_000,
        OperationKind.READ,
        outcome,
        Measured.service(Map.of(OperationKind.READ, latencies)));
  }

  private static Measurement outcome(PhaseMeasurement measured) {
    return Measurement.of(measured, Optional.empty(), Measurement.Resources.NONE, null);
  }

  @Test
  void theLongestOperationMayBeOneWhoseLatencyWasNotRecorded() {
    assertThat(outcome(reads(8, 200_000_000)).latencies().longestUs()).isEqualTo(200_000);
    assertThat(outcome(reads(8, 500_000)).latencies().longestUs()).isBetween(1e3, 1.01e3);
  }

  @Test
  void failedOperationsHaveTheClientsWordsAndTheEndOfThePhase() {
    PhaseMeasurement.Failures failures =
        new PhaseMeasurement.Failures(
            Map.of("READ ERROR", 7L), Map.of("READ ERROR", "No space left on device"), true);
    assertThat(
            outcome(
                    Changed.with(
                        reads(new PhaseMeasurement.Outcome(1, 0, 7)), "faults.failures", failures))
                .failure())
        .get(STRING)
        .contains("(READ ERROR: 7): No space left on device; ", "ended early");
  }

  @Test
  void aSampleOfLatenciesIsStatedAndAllAreNot() {
    assertThat(outcome(reads(8, 0)).latencies().every()).isEqualTo(8);
    assertThat(outcome(reads(1, 0)).latencies().every()).isNull();
  }

  @Test
  void aGoalForAllOperationsCountsEachOnce() {
    PhaseMeasurement plain = reads(1, 0);
    Histogram whole = new Histogram(3);
    whole.recordValueWithCount(2_000, 98);
    whole.recordValueWithCount(9_000, 2);
    PhaseMeasurement paced =
        Changed.with(
            Changed.with(plain, "latencies.intended", plain.latencies().service()),
            "openLoop",
            Optional.of(new PhaseMeasurement.OpenLoop(1, 250_000_000, 0, 0, whole)));

    assertThat(goalUs(paced, "p99")).isBetween(9.0, 9.01);
    assertThat(goalUs(paced, "p50")).isBetween(2.0, 2.01);
    assertThat(goalUs(paced, "reads.p99")).as("calls that read").isBetween(999.0, 1001.0);
    assertThat(goalUs(paced, "writes.p99")).isNull();
  }

  private static Double goalUs(PhaseMeasurement measured, String goal) {
    return Measurement.of(
            measured, Optional.of(Goal.parse(goal + "=1ms")), Measurement.Resources.NONE, null)
        .pace()
        .goalUs();
  }
}
