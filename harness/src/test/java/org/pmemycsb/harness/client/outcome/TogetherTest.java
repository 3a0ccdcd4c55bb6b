package org.pmemycsb.harness.client.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.client.replay.Measured;
import org.pmemycsb.harness.client.trace.OperationKind;

/** What several machines measured, as one phase. */
class TogetherTest {
  private static Histogram histogram() {
    return new Histogram(1, 300_000_000_000L, 3);
  }

  private static PhaseMeasurement share(Histogram reads, long nanos, List<Long> samples) {
    long good = reads.getTotalCount();
    List<Double> ends = new ArrayList<>();
    for (int i = 1; i <= samples.size(); i++) {
      ends.add((double) Math.min(nanos, i * 1000L));
    }
    return new PhaseMeasurement(
        new PhaseMeasurement.Time(7, nanos),
        new PhaseMeasurement.Work(
            good + 1,
            Map.of(OperationKind.READ, new PhaseMeasurement.Outcome(good, 0, 1)),
            new PhaseMeasurement.Series(ends, samples),
            List.of(),
            100),
        new PhaseMeasurement.Faults(
            new PhaseMeasurement.Failures(
                Map.of("READ ERROR", 1L), Map.of("READ ERROR", "full"), false),
            new PhaseMeasurement.Verification(3, Map.of("stale", 1L), List.of("STALE user1")),
            List.of()),
        new PhaseMeasurement.Replay(
            2, 1, 1, 0, 1, Optional.of(new PhaseMeasurement.WarmUp(nanos, nanos < 2000))),
        Measured.service(Map.of(OperationKind.READ, reads)),
        Optional.of(new PhaseMeasurement.OpenLoop(50, 10, nanos, 2 * nanos, reads)));
  }

  @Test
  void countsAddUpAndTheTimeIsThatFromTheCommonStartToTheLastEnd() {
    Histogram two = histogram();
    two.recordValueWithCount(10, 2);
    Histogram three = histogram();
    three.recordValueWithCount(20, 3);
    PhaseMeasurement sum =
        PhaseMeasurement.together(
            List.of(share(two, 2500, List.of(1L, 1L, 0L)), share(three, 1900, List.of(2L, 1L))),
            2600);

    assertThat(sum.time().durationNanos()).isEqualTo(2600);
    assertThat(sum.replay().threads()).isEqualTo(4);
    assertThat(sum.work().asked()).isEqualTo(7);
    assertThat(sum.good()).isEqualTo(5);
    assertThat(sum.failed()).isEqualTo(2);
    assertThat(sum.complete()).isTrue();
    assertThat(sum.faults().failures())
        .isEqualTo(
            new PhaseMeasurement.Failures(
                Map.of("READ ERROR", 2L), Map.of("READ ERROR", "full"), false));
    assertThat(sum.faults().verification().faults()).isEqualTo(Map.of("stale", 2L));
    assertThat(sum.faults().verification().valuesChecked()).isEqualTo(6);
    assertThat(sum.work().series().seconds()).containsExactly(1000.0, 2000.0, 2500.0);
    assertThat(sum.work().series().operations()).containsExactly(3L, 2L, 0L);
    assertThat(sum.replay().warmUp()).contains(new PhaseMeasurement.WarmUp(2500, false));
    assertThat(sum.openLoop().orElseThrow())
        .as("all rates, and the lag of the worse machine")
        .isEqualTo(
            new PhaseMeasurement.OpenLoop(
                100, 10, 2500, 5000, sum.latencies().service().get(OperationKind.READ)));
  }

  @Test
  void oneMachineAloneKeepsItsFigures() {
    Histogram two = histogram();
    two.recordValueWithCount(10, 2);
    PhaseMeasurement alone = share(two, 2500, List.of(1L, 1L));

    assertThat(PhaseMeasurement.together(List.of(alone), 2500)).isEqualTo(alone);
  }
}
