package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BootstrapTest {
  @Test
  void nothingIsKnownOfNoSamples() {
    assertThat(Bootstrap.median(new double[0], 1)).isEmpty();
  }

  @Test
  void oneSampleHasNoInterval() {
    Estimate estimate = Bootstrap.median(new double[] {42}, 1).orElseThrow();

    assertThat(estimate.median()).isEqualTo(42);
    assertThat(estimate.low()).isEmpty();
    assertThat(estimate.high()).isEmpty();
    assertThat(estimate.variation()).isEmpty();
  }

  @Test
  void theIntervalLiesWithinTheSamplesAndAroundTheMedian() {
    Estimate estimate = Bootstrap.median(new double[] {10, 14, 11, 13, 12}, 1).orElseThrow();

    assertThat(estimate.median()).isEqualTo(12);
    assertThat(estimate.low().getAsDouble()).isBetween(10.0, 12.0);
    assertThat(estimate.high().getAsDouble()).isBetween(12.0, 14.0);
    // Standard deviation sqrt(2.5), mean 12.
    assertThat(estimate.variation().getAsDouble()).isCloseTo(0.1317616, within(1e-6));
  }

  @Test
  void theSameSeedGivesTheSameInterval() {
    double[] samples = new Random(3).doubles(200, 0, 100).toArray();

    assertThat(Bootstrap.median(samples, 5)).isEqualTo(Bootstrap.median(samples, 5));
    assertThat(Bootstrap.median(samples, 6)).isNotEqualTo(Bootstrap.median(samples, 5));
  }

  @Test
  void fewSamplesCannotHoldTheMedianAsOftenAsTheIntervalSays() {
    assertThat(Bootstrap.confidence(2)).isEqualTo(0.5);
    assertThat(Bootstrap.confidence(4)).isEqualTo(0.875);
    assertThat(Bootstrap.confidence(5)).isEqualTo(0.9375);
    assertThat(Bootstrap.confidence(6)).isEqualTo(0.95);
    assertThat(Bootstrap.confidence(30)).isEqualTo(0.95);
  }

  /** Of 7, the plain percentiles leave out the lowest and the highest, and hold it in 87 %. */
  @Test
  void sevenSamplesHoldTheMedianAsOftenAsTheIntervalSays() {
    Estimate estimate = Bootstrap.median(new double[] {1, 2, 3, 4, 5, 6, 7}, 1).orElseThrow();

    assertThat(estimate.low()).hasValue(1);
    assertThat(estimate.high()).hasValue(7);
  }

  /** The bootstrap of the median keeps roughly its promise: the true median in 95 of 100 cases. */
  @Test
  void theIntervalCoversTheTrueMedianAboutAsOftenAsItSays() {
    Random random = new Random(11);
    int covered = 0;
    int trials = 200;
    for (int trial = 0; trial < trials; trial++) {
      double[] samples = random.doubles(25, 0, 1).toArray();
      Estimate estimate = Bootstrap.median(samples, trial).orElseThrow();
      if (estimate.low().getAsDouble() <= 0.5 && 0.5 <= estimate.high().getAsDouble()) {
        covered++;
      }
    }
    assertThat(covered).isBetween(trials * 88 / 100, trials * 99 / 100);
  }
}
