package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  @Test
  void aClearDifferenceIsToldApart() {
    Comparison comparison =
        Comparison.of(new double[] {200, 210, 190, 205}, new double[] {100, 101, 99, 103});

    assertThat(comparison.ratio().figure()).isCloseTo(202.5 / 100.5, within(1e-9));
    assertThat(comparison.ratio().low()).isBetween(1.8, 2.02);
    assertThat(comparison.ratio().high()).isBetween(2.0, 2.2);
    // Exact: 2 of the 70 ways to choose 4 of 8 are as extreme.
    assertThat(comparison.pValue()).isCloseTo(2.0 / 70, within(1e-12));
    assertThat(comparison.verdict()).isEqualTo(Comparison.Verdict.FASTER);
  }

  @Test
  void theOtherWayRoundItIsSlower() {
    assertThat(Comparison.of(new double[] {1, 2, 3, 4}, new double[] {11, 12, 13, 14}).verdict())
        .isEqualTo(Comparison.Verdict.SLOWER);
  }

  @Test
  void overlappingRepeatsCannotBeToldApart() {
    assertThat(
            Comparison.of(new double[] {10, 14, 12, 11}, new double[] {11, 13, 10.5, 12.5})
                .verdict())
        .isEqualTo(Comparison.Verdict.CANNOT_BE_TOLD_APART);
  }

  @Test
  void threeRepeatsOfEachTellNothingApartHoweverClearTheyLook() {
    Comparison comparison = Comparison.of(new double[] {90, 91, 92}, new double[] {1, 2, 3});

    assertThat(comparison.pValue()).isCloseTo(0.1, within(1e-12));
    assertThat(comparison.verdict()).isEqualTo(Comparison.Verdict.CANNOT_BE_TOLD_APART);
  }

  @Test
  void theSmallestDifferenceThatCanBeToldIsFoundInFourOfFiveExperiments() {
    Random random = new Random(1);
    int found = 0;
    int experiments = 400;
    for (int i = 0; i < experiments; i++) {
      double[] a = repeats(random);
      double[] b = repeats(random);
      double difference = Comparison.smallestTold(a, b).orElseThrow();
      double[] faster = Arrays.stream(a).map(figure -> figure * (1 + difference)).toArray();
      if (Comparison.of(faster, b).verdict() == Comparison.Verdict.FASTER) {
        found++;
      }
    }
    assertThat(found / (double) experiments).isBetween(0.7, 0.9);
  }

  @Test
  void tooFewRepeatsHaveNoSmallestDifference() {
    assertThat(Comparison.smallestTold(new double[] {1, 2, 3}, new double[] {1, 2, 3, 4}))
        .isEmpty();
  }

  private static double[] repeats(Random random) {
    return DoubleStream.generate(() -> Math.exp(0.1 * random.nextGaussian())).limit(8).toArray();
  }
}
