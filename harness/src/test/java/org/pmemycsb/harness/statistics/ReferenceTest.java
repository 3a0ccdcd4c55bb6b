package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.junit.jupiter.api.Test;

/**
 * Fixed samples against SciPy 1.14.1:
 *
 * <ul>
 *   <li>intervals of a few: {@code np.exp(stats.t.interval(0.95, n - 1, np.mean(np.log(x)),
 *       stats.sem(np.log(x))))}
 *   <li>tests: {@code stats.mannwhitneyu(x, y, method='exact')}, with ties {@code
 *       method='asymptotic', use_continuity=True}
 *   <li>variation: {@code np.std(x, ddof=1) / np.mean(x)}
 * </ul>
 */
class ReferenceTest {
  private static final double[] A = {102.1, 98.7, 105.3, 99.9, 101.4, 97.2, 110.8, 100.5};
  private static final double[] B = {93.3, 101.9, 95.8, 99.1, 90.4, 96.6, 94.7, 103.2};
  private static final double[] E = {
    3.1, 4.7, 5.9, 2.6, 5.3, 5.8, 9.7, 9.3, 2.3, 8.4, 6.2, 6.4, 3.3, 8.3, 2.7, 9.5, 0.2, 8.8, 4.1,
    9.9
  };

  @Test
  void intervalOfTheMedianOfEight() {
    Estimate estimate = Median.estimate(A).orElseThrow();

    assertThat(estimate.median()).isCloseTo(100.95, within(1e-9));
    assertThat(estimate.low().getAsDouble()).isCloseTo(98.45039388385078, within(1e-6));
    assertThat(estimate.high().getAsDouble()).isCloseTo(105.49193075762564, within(1e-6));
    assertThat(estimate.variation().getAsDouble()).isCloseTo(0.04213901717347717, within(1e-12));
  }

  @Test
  void exactMannWhitney() {
    assertThat(Comparison.of(A, B).pValue()).isCloseTo(0.04988344988344988, within(1e-12));
    double[] scaled = Arrays.stream(A).map(x -> x / 15).toArray();
    assertThat(Comparison.of(E, scaled).pValue()).isCloseTo(0.23748361139665491, within(1e-12));
  }

  @Test
  void mannWhitneyWithTies() {
    double[] c = {10, 10, 11, 12, 12};
    double[] d = {11, 12, 13, 13, 14, 15};

    assertThat(Comparison.of(c, d).pValue()).isCloseTo(0.04124587961051676, within(1e-9));
    assertThat(MannWhitneyUTest.withDefaults().test(c, d).getStatistic()).isEqualTo(3.5);
  }
}
