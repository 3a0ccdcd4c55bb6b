package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangePointsTest {
  private static final int HISTORIES = 4000;
  private static final double LEVEL = 0.05;

  private final Random random = new Random(1);

  private static double[] history(int folders, IntToDoubleFunction figure) {
    return IntStream.range(0, folders).mapToDouble(figure).toArray();
  }

  private double share(BooleanSupplier each) {
    return (double) IntStream.range(0, HISTORIES).filter(i -> each.getAsBoolean()).count()
        / HISTORIES;
  }

  @Test
  void changeIsFoundWhereItIsWithItsRatio() {
    double[] figures = {100, 101, 99, 82, 81, 83, 82};

    assertThat(ChangePoints.in(figures, LEVEL)).containsExactly(3);
    Interval ratio = ChangePoints.ratio(figures, 3);
    assertThat(ratio.figure()).isEqualTo(0.82, within(1e-9));
    assertThat(ratio.low()).isBetween(0.75, 0.81);
    assertThat(ratio.high()).isBetween(0.83, 0.89);
  }

  @Test
  void eachOfSeveralChangesIsFound() {
    double[] figures = history(20, i -> (i < 7 ? 100 : i < 14 ? 60 : 40) + i % 3);

    assertThat(ChangePoints.in(figures, LEVEL)).containsExactly(7, 14);
  }

  @Test
  void withoutNoiseAChangeIsFoundAndAConstantHasNone() {
    assertThat(ChangePoints.in(new double[] {50, 50, 100, 100}, LEVEL)).containsExactly(2);
    assertThat(ChangePoints.in(history(9, i -> 100.1), LEVEL)).isEmpty();
    assertThat(ChangePoints.pValue(history(9, i -> 100.1))).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"0", "4", "8"})
  void oneOutlierIsNoChange(int at) {
    assertThat(ChangePoints.in(history(9, i -> i == at ? 50 : 100 + i % 3), LEVEL)).isEmpty();
  }

  @Test
  void tooFewFiguresHaveNone() {
    assertThat(ChangePoints.in(new double[] {100, 100.1, 1}, LEVEL)).isEmpty();
    assertThat(ChangePoints.in(new double[0], LEVEL)).isEmpty();
  }

  /**
   * Up to 10 % hiccups: figures that lost 30 %. The last digit is the scatter of the simulation.
   */
  @ParameterizedTest
  @CsvSource({
    "4, 0, 0.06",
    "7, 0, 0.055",
    "10, 0, 0.05",
    "30, 0, 0.05",
    "4, 0.1, 0.06",
    "10, 0.1, 0.05",
    "30, 0.1, 0.05"
  })
  void noiseIsRarelyTakenForAChange(int folders, double hiccups, double most) {
    double found =
        share(
            () -> {
              double[] figures =
                  history(
                      folders,
                      i ->
                          Math.exp(0.03 * random.nextGaussian())
                              * (random.nextDouble() < hiccups ? 0.7 : 1));
              return !ChangePoints.in(figures, LEVEL).isEmpty();
            });

    assertThat(found).isLessThanOrEqualTo(most);
  }

  @ParameterizedTest
  @CsvSource({"3, 0.75", "5, 0.8", "7, 0.75"})
  void stepOfATenthIsFoundInFiguresThatScatterByThreePercent(int at, double least) {
    double found =
        share(
            () -> {
              double[] figures =
                  history(10, i -> (i < at ? 1 : 0.9) * Math.exp(0.03 * random.nextGaussian()));
              return ChangePoints.in(figures, LEVEL).equals(List.of(at));
            });

    assertThat(found).isGreaterThanOrEqualTo(least);
  }

  @Test
  void intervalHoldsTheRatioWhereverTheChangeIs() {
    double holds =
        share(
            () -> {
              double[] figures =
                  history(10, i -> (i < 4 ? 1 : 0.9) * Math.exp(0.03 * random.nextGaussian()));
              return ChangePoints.in(figures, LEVEL).stream()
                  .limit(1)
                  .map(at -> ChangePoints.ratio(figures, at))
                  .allMatch(ratio -> ratio.low() <= 0.9 && ratio.high() >= 0.9);
            });
    assertThat(holds).isGreaterThanOrEqualTo(0.95);
  }
}
