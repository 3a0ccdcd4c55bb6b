package org.pmemycsb.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaceTest {
  private static final double QUARTER_OF_A_MINUTE_US = 15e6;

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
      double achieved, double lagBeforeUs, double lagLastUs, boolean sustained) {
    Pace pace = Pace.of(1000, achieved, QUARTER_OF_A_MINUTE_US, lagBeforeUs, lagLastUs);

    assertThat(pace.sustained()).isEqualTo(sustained);
    assertThat(pace.unsustained()).isNotEqualTo(sustained);
  }

  @Test
  void inAShortPhaseAMillisecondIsNoGrowth() {
    assertThat(Pace.of(1000, 1000, 10_000, 0, 999).sustained()).isTrue();
    assertThat(Pace.of(1000, 1000, 10_000, 0, 1001).sustained()).isFalse();
  }

  @Test
  void withoutLagTheRateDecides() {
    assertThat(Pace.of(1000, 990).sustained()).isTrue();
    assertThat(Pace.of(1000, 980).unsustained()).isTrue();
    assertThat(Pace.NONE.unsustained()).isFalse();
  }
}
