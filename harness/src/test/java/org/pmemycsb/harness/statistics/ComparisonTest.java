package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
  private static Comparison compared(double[] a, double[] b) {
    return Comparison.of(Repeated.ratio(a, Scatter.UNKNOWN, b, Scatter.UNKNOWN));
  }

  @Test
  void aClearDifferenceIsToldApart() {
    Comparison comparison =
        compared(new double[] {200, 210, 190, 205}, new double[] {100, 101, 99, 103});

    assertThat(comparison.ratio().figure()).isCloseTo(202.5 / 100.5, within(1e-9));
    assertThat(comparison.ratio().low()).isBetween(1.8, 2.02);
    assertThat(comparison.ratio().high()).isBetween(2.0, 2.2);
    // SciPy 1.15: ttest_ind(log(a), log(b), equal_var=False).
    assertThat(comparison.pValue()).isCloseTo(8.959003677659943e-06, within(1e-12));
    assertThat(comparison.verdict()).isEqualTo(Comparison.Verdict.FASTER);
  }

  @Test
  void theOtherWayRoundItIsSlower() {
    assertThat(compared(new double[] {1, 2, 3, 4}, new double[] {11, 12, 13, 14}).verdict())
        .isEqualTo(Comparison.Verdict.SLOWER);
  }

  @Test
  void overlappingRepeatsCannotBeToldApart() {
    assertThat(compared(new double[] {10, 14, 12, 11}, new double[] {11, 13, 10.5, 12.5}).verdict())
        .isEqualTo(Comparison.Verdict.CANNOT_BE_TOLD_APART);
  }

  /** The same as in the verdict of an experiment: two decimals are shown. */
  @ParameterizedTest
  @CsvSource({
    "1.004, 1.3, UNCLEAR, CANNOT_BE_TOLD_APART",
    "1.006, 1.3, FASTER, FASTER",
    "0.7, 0.996, UNCLEAR, CANNOT_BE_TOLD_APART",
    "0.7, 0.994, SLOWER, SLOWER",
    "0.9, 1.1, EQUAL, CANNOT_BE_TOLD_APART",
    "0.8, 1.1, UNCLEAR, CANNOT_BE_TOLD_APART",
  })
  void aDifferenceThatIsNotShownIsNone(
      double low, double high, Call call, Comparison.Verdict verdict) {
    Interval ratio = new Interval((low + high) / 2, low, high);
    assertThat(Call.of(low, high)).isEqualTo(call);
    assertThat(new Comparison(ratio, 0.01, OptionalDouble.empty(), 9).verdict()).isEqualTo(verdict);
  }

  @Test
  void twoRepeatsOfEachTellNothingApartHoweverClearTheyLook() {
    Comparison comparison = compared(new double[] {90, 91}, new double[] {1, 1.01});

    assertThat(comparison.ratio().low()).isGreaterThan(1);
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
      double difference = compared(a, b).smallestTold().orElseThrow();
      double[] faster = Arrays.stream(a).map(figure -> figure * (1 + difference)).toArray();
      if (compared(faster, b).verdict() == Comparison.Verdict.FASTER) {
        found++;
      }
    }
    assertThat(found / (double) experiments).isBetween(0.7, 0.9);
  }

  @Test
  void tooFewRepeatsHaveNoSmallestDifference() {
    assertThat(compared(new double[] {1, 2}, new double[] {1, 2, 3, 4}).smallestTold()).isEmpty();
  }

  private static double[] repeats(Random random) {
    return DoubleStream.generate(() -> Math.exp(0.1 * random.nextGaussian())).limit(8).toArray();
  }
}
