package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TwoLevelsTest {
  private static final double MUCH = 1e6;

  private static double[] logs(double... logs) {
    return DoubleStream.of(logs).map(Math::exp).toArray();
  }

  // Within: (0.02 + 0.02) / 2. Means 0.1 and 0.5: variance 0.08, less half of the variance within.
  @Test
  void bothVariancesFollowFromTheRuns() {
    TwoLevels scatter = TwoLevels.of(List.of(List.of(logs(0, 0.2), logs(0.4, 0.6)))).orElseThrow();

    assertThat(scatter.within()).isCloseTo(0.02, within(1e-9));
    assertThat(scatter.between()).isCloseTo(0.07, within(1e-9));
  }

  @Test
  void manyCellsOfUnequalInvocationsGiveTheTrueVariances() {
    Random random = new Random(1);
    List<List<double[]>> cells =
        IntStream.range(0, 2000)
            .mapToObj(
                cell ->
                    IntStream.of(1, 2, 3, 3)
                        .mapToObj(
                            runs -> {
                              double own = 0.2 * random.nextGaussian();
                              return DoubleStream.generate(
                                      () -> Math.exp(own + 0.1 * random.nextGaussian()))
                                  .limit(runs)
                                  .toArray();
                            })
                        .toList())
            .toList();

    TwoLevels scatter = TwoLevels.of(cells).orElseThrow();

    assertThat(scatter.between()).isCloseTo(0.04, within(0.002));
    assertThat(scatter.within()).isCloseTo(0.01, within(0.001));
  }

  @Test
  void oneRunInEachInvocationTellsNothing() {
    assertThat(TwoLevels.of(List.of(List.of(logs(1), logs(2), logs(3))))).isEmpty();
    assertThat(TwoLevels.of(List.of(List.of(logs(1, 2))))).isEmpty();
  }

  // Kalibera and Jones: the square root of 2 / 1 * 8 is 4.
  @Test
  void withMuchTimeTheNumberOfRunsFollowsFromCostsAndVariances() {
    TwoLevels scatter = new TwoLevels(0.01, 0.08);

    assertThat(scatter.runs(2, 1, MUCH, 3, 10)).isEqualTo(4);
    assertThat(scatter.runs(3, 1, MUCH, 3, 10)).isEqualTo(5);
    assertThat(scatter.runs(2, 1, MUCH, 3, 3)).isEqualTo(3);
    assertThat(scatter.runs(0, 1, MUCH, 3, 10)).isEqualTo(1);
    assertThat(scatter.runs(-0.1, 1, MUCH, 3, 10)).isEqualTo(1);
  }

  @Test
  void invocationsThatDoNotDifferMakeTheMostRunsInMuchTime() {
    assertThat(new TwoLevels(0, 0.01).runs(1, 1, MUCH, 3, 10)).isEqualTo(10);
    assertThat(new TwoLevels(0, 0.01).runs(0, 1, MUCH, 3, 10)).isEqualTo(1);
    assertThat(new TwoLevels(0, 0).runs(1, 1, MUCH, 3, 10)).isEqualTo(1);
  }

  // Twenty invocations of a run, or three of ten runs. The interval of three is wider.
  @Test
  void inLittleTimeInvocationsAreWorthTheirDegreesOfFreedom() {
    assertThat(new TwoLevels(0, 0.01).runs(1, 8, 180, 4, 10)).isEqualTo(1);
  }
}
