package org.pmemycsb.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;

class PaceTest {
  private static Pace pace(double achieved, long quarterUs, long lagBeforeUs, long lagLastUs) {
    return Pace.of(
        new PhaseMeasurement.OpenLoop(
            1000, 1000 * quarterUs, 1000 * lagBeforeUs, 1000 * lagLastUs, null),
        achieved);
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 0, 0, true",
    "990, 0, 0, true",
    "989, 0, 0, false",
    // 1 % of a quarter is 150 ms.
    "1000, 50000, 199999, true",
    "1000, 50000, 200001, false",
    "1000, 900000, 0, true",
    // Late, but no later than before.
    "995, 900000, 900000, true",
  })
  void aTargetIsSustainedByRateAndLag(
      double achieved, long lagBeforeUs, long lagLastUs, boolean sustained) {
    Pace pace = pace(achieved, 15_000_000, lagBeforeUs, lagLastUs);

    assertThat(pace.sustained()).isEqualTo(sustained);
    assertThat(pace.unsustained()).isNotEqualTo(sustained);
  }

  @Test
  void inAShortPhaseAMillisecondIsNoGrowth() {
    assertThat(pace(1000, 10_000, 0, 999).sustained()).isTrue();
    assertThat(pace(1000, 10_000, 0, 1001).sustained()).isFalse();
  }

  @Test
  void withoutLagTheRateDecides() {
    assertThat(Pace.of(1000, 990).sustained()).isTrue();
    assertThat(Pace.of(1000, 980).unsustained()).isTrue();
    assertThat(Pace.NONE.unsustained()).isFalse();
  }
}
