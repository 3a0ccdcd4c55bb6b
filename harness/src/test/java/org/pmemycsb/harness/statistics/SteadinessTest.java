package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SteadinessTest {
  private static double[] rates(int samples, IntToDoubleFunction rate) {
    return IntStream.range(0, samples).mapToDouble(rate).toArray();
  }

  @Test
  void aThroughputThatKeepsFallingOrRisingIsUnsteady() {
    assertThat(Steadiness.isUnsteady(rates(20, i -> 1000 - 30 * i))).isTrue();
    assertThat(Steadiness.isUnsteady(rates(20, i -> 1000 + 60 * i))).isTrue();
  }

  @Test
  void onlyTheLastHalfCounts() {
    assertThat(Steadiness.isUnsteady(rates(20, i -> i < 10 ? 100 * i : 1000))).isFalse();
  }

  @Test
  void aClearTrendOfLessThanTenPercentIsSteady() {
    assertThat(Steadiness.isUnsteady(rates(20, i -> 1000 + 10 * i))).isFalse();
  }

  @Test
  void aPauseAloneIsNoTrend() {
    assertThat(Steadiness.isUnsteady(rates(20, i -> i == 17 ? 0 : 1000 + i % 3))).isFalse();
  }

  @Test
  void withTooFewSamplesNothingIsSaid() {
    assertThat(Steadiness.isUnsteady(rates(Steadiness.FEWEST - 1, i -> 1000 - 50 * i))).isFalse();
    assertThat(Steadiness.isUnsteady(rates(Steadiness.FEWEST, i -> 1000 - 50 * i))).isTrue();
    assertThat(Steadiness.isUnsteady(new double[0])).isFalse();
  }

  @Test
  void scatterAloneIsRarelyTakenForATrend() {
    Random random = new Random(1);
    long found =
        IntStream.range(0, 2000)
            .filter(
                run ->
                    Steadiness.isUnsteady(rates(20, i -> 1000 * (1 + 0.2 * random.nextGaussian()))))
            .count();

    assertThat(found).as("of 2000, at a level of 5 %").isBetween(1L, 110L);
  }
}
