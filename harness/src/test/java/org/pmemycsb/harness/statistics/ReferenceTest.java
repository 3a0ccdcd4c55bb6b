package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/**
 * Fixed samples against SciPy 1.14.1:
 *
 * <ul>
 *   <li>intervals of a few: {@code np.exp(stats.t.interval(0.95, n - 1, np.mean(np.log(x)),
 *       stats.sem(np.log(x))))}
 *   <li>tests: {@code stats.ttest_ind(np.log(x), np.log(y), equal_var=False)}
 *   <li>variation: {@code np.std(x, ddof=1) / np.mean(x)}
 * </ul>
 */
class ReferenceTest {
  private static final double[] A = {102.1, 98.7, 105.3, 99.9, 101.4, 97.2, 110.8, 100.5};
  private static final double[] B = {93.3, 101.9, 95.8, 99.1, 90.4, 96.6, 94.7, 103.2};

  @Test
  void intervalOfTheMedianOfEight() {
    Estimate estimate = Median.estimate(A).orElseThrow();

    assertThat(estimate.median()).isCloseTo(100.95, within(1e-9));
    assertThat(estimate.low().getAsDouble()).isCloseTo(98.45039388385078, within(1e-6));
    assertThat(estimate.high().getAsDouble()).isCloseTo(105.49193075762564, within(1e-6));
    assertThat(estimate.variation().getAsDouble()).isCloseTo(0.04213901717347717, within(1e-12));
  }

  @Test
  void studentsTestOfTheLogarithmsWithWelchsDegreesOfFreedom() {
    assertThat(Comparison.of(Repeated.ratio(A, Scatter.UNKNOWN, B, Scatter.UNKNOWN)).pValue())
        .isCloseTo(0.031057488980968478, within(1e-12));
  }
}
