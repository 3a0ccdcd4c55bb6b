package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MedianTest {
  private static Estimate of(double... samples) {
    return Median.estimate(samples).orElseThrow();
  }

  private static Estimate upTo(int count) {
    return of(IntStream.rangeClosed(1, count).mapToDouble(i -> count + 1 - i).toArray());
  }

  @Test
  void nothingIsKnownOfNoSamples() {
    assertThat(Median.estimate(new double[0])).isEmpty();
  }

  @Test
  void oneSampleHasNoInterval() {
    Estimate estimate = of(42);

    assertThat(estimate.median()).isEqualTo(42);
    assertThat(estimate.low()).isEmpty();
    assertThat(estimate.high()).isEmpty();
    assertThat(estimate.variation()).isEmpty();
  }

  // Logarithms 0.1 to 0.4: standard error 0.1 sqrt(5/12). Student's t for 3 degrees of freedom:
  // 3.1824.
  @Test
  void theIntervalOfFewSamplesReachesBeyondThem() {
    Estimate estimate = of(Math.exp(0.2), Math.exp(0.1), Math.exp(0.4), Math.exp(0.3));
    double reach = 3.1824 * 0.1 * Math.sqrt(5.0 / 12);

    assertThat(Math.log(estimate.low().orElseThrow())).isCloseTo(0.25 - reach, within(1e-5));
    assertThat(Math.log(estimate.high().orElseThrow())).isCloseTo(0.25 + reach, within(1e-5));
    assertThat(estimate.median()).isCloseTo((Math.exp(0.2) + Math.exp(0.3)) / 2, within(1e-9));
  }

  // Standard deviation sqrt(2.5), mean 12.
  @Test
  void theVariationIsTheStandardDeviationOverTheMean() {
    assertThat(of(10, 14, 11, 13, 12).variation().orElseThrow()).isCloseTo(0.1317616, within(1e-6));
  }

  @Test
  void figuresThatAreAllZeroHaveNoVariation() {
    assertThat(of(0, 0, 0).variation()).isEmpty();
  }

  @Test
  void theEndsOfManyAreThoseOfTheSignTest() {
    assertThat(upTo(12).low()).hasValue(3);
    assertThat(upTo(20).median()).isEqualTo(10.5);
    assertThat(upTo(20).low()).hasValue(6);
    assertThat(upTo(20).high()).hasValue(15);
  }

  @Test
  void anIntervalThatTellsNothingIsLeftOut() {
    assertThat(of(100, 150).low()).isEmpty();
    assertThat(of(100, 110).low().orElseThrow()).isCloseTo(57.2, within(0.1));
  }

  @Test
  void aFigureOfZeroIsNoFault() {
    assertThat(of(0, 100, 110, 120).median()).isEqualTo(105);
  }
}
