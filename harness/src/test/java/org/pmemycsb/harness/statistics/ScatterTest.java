package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScatterTest {
  /** Sets of three and four logarithms, whose standard deviations differ by a factor of 30. */
  private static List<double[]> sets() {
    double[] deviations = {0.02, 0.05, 0.03, 0.2, 0.04, 0.06, 0.11, 0.01, 0.09, 0.3, 0.07, 0.025};
    List<double[]> sets = new ArrayList<>();
    for (int i = 0; i < deviations.length; i++) {
      double one = deviations[i];
      sets.add(Arrays.copyOf(new double[] {0, one, -one, 2 * one}, i % 4 == 0 ? 3 : 4));
    }
    return sets;
  }

  // The formulas of Smyth's section 6.2 with SciPy 1.15: digamma, polygamma, and brentq for the
  // inverse.
  @Test
  void theTypicalVarianceAndItsWorthAreSmyths() {
    Scatter scatter = Scatter.of(sets(), 12);

    assertThat(scatter.freedom()).isCloseTo(1.421603129852531, within(1e-6));
    assertThat(scatter.variance()).isCloseTo(0.002882717835560752, within(1e-8));
  }

  @Test
  void theIntervalHasTheModeratedVarianceAndAllDegreesOfFreedom() {
    LogMean mean = Scatter.of(sets(), 12).mean(sets().get(3));

    assertThat(mean.mean() - mean.reach(0.025)).isCloseTo(-0.187367838896539, within(1e-6));
    assertThat(mean.mean() + mean.reach(0.025)).isCloseTo(0.387367838896539, within(1e-6));
  }

  @Test
  void setsThatScatterAlikeAreWorthAllTheirRunsAndNoMore() {
    Random random = new Random(1);
    List<double[]> alike =
        Stream.generate(
                () -> DoubleStream.generate(() -> 0.1 * random.nextGaussian()).limit(4).toArray())
            .limit(2000)
            .toList();

    assertThat(Scatter.of(alike, 2000).freedom()).isGreaterThan(100);
    assertThat(Scatter.of(alike, 2000).variance()).isCloseTo(0.01, within(0.001));
    assertThat(Scatter.of(alike, 11).freedom()).isCloseTo(30, within(1e-6));
  }

  @Test
  void fewIndependentSetsTellNothing() {
    assertThat(Scatter.of(sets(), 9)).isEqualTo(Scatter.UNKNOWN);
    assertThat(Scatter.of(sets().subList(0, 9), 9)).isEqualTo(Scatter.UNKNOWN);
    assertThat(Scatter.of(sets().stream().map(set -> new double[] {set[1]}).toList(), 12))
        .isEqualTo(Scatter.UNKNOWN);
  }

  @Test
  void setsThatNeverVaryTellNothing() {
    assertThat(Scatter.of(sets().stream().map(set -> new double[3]).toList(), 12))
        .isEqualTo(Scatter.UNKNOWN);
  }

  @Test
  void aSetThatDoesNotVaryDoesNotMakeTheOthersSure() {
    List<double[]> oneIsStill = new ArrayList<>(sets());
    oneIsStill.set(0, new double[4]);

    assertThat(Scatter.of(oneIsStill, 12).variance()).isGreaterThan(1e-5);
  }
}
