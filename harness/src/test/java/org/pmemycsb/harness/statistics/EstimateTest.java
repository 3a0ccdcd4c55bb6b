package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class EstimateTest {
  private static Estimate of(double... figures) {
    return Estimate.of(figures).orElseThrow();
  }

  @Test
  void oneFigureHasNoIntervalAndNoneHasNoEstimate() {
    Estimate estimate = of(42);
    assertThat(estimate.figure()).isCloseTo(42, within(1e-12));
    assertThat(estimate.low()).isEmpty();
    assertThat(estimate.variation()).isEmpty();
    assertThat(Estimate.of(new double[0])).isEmpty();
  }

  // SciPy 1.14.1: np.exp(stats.t.interval(0.95, n - 1, np.mean(np.log(x)), stats.sem(np.log(x))))
  @Test
  void theIntervalIsStudentsOfTheMeanLogarithm() {
    Estimate estimate = of(102.1, 98.7, 105.3, 99.9, 101.4, 97.2, 110.8, 100.5);

    assertThat(estimate.low().getAsDouble()).isCloseTo(98.45039388385078, within(1e-6));
    assertThat(estimate.high().getAsDouble()).isCloseTo(105.49193075762564, within(1e-6));
    assertThat(estimate.figure())
        .isCloseTo(Math.sqrt(98.45039388385078 * 105.49193075762564), within(1e-6));
    assertThat(estimate.variation().getAsDouble()).isCloseTo(0.04213901717347717, within(1e-12));
  }

  @Test
  void anIntervalThatTellsNothingIsLeftOut() {
    assertThat(of(100, 150).low()).isEmpty();
    assertThat(of(100, 110).low().orElseThrow()).isCloseTo(57.2, within(0.1));
  }

  @Test
  void aFigureOfZeroIsNoFault() {
    assertThat(of(0, 100, 110, 120).figure()).isEqualTo(82.5);
    assertThat(of(0, 100, 110, 120).low()).isEmpty();
    assertThat(of(0, 0, 0).variation()).isEmpty();
  }
}
