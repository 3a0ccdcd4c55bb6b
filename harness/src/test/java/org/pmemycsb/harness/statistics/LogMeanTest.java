package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LogMeanTest {
  /** A part may be estimated by more than it adds: then its estimate has the freedom. */
  @Test
  void degreesOfFreedomAreThoseOfTheEstimates() {
    LogMean mean = LogMean.of(0, 4, new LogMean.Part(3, 4, 2), new LogMean.Part(1, 10));

    assertThat(mean.square()).isEqualTo(1);
    assertThat(mean.freedom()).isCloseTo(16 / (16 / 2.0 + 1 / 10.0), within(1e-9));
  }
}
