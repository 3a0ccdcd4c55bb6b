package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StepTest {
  private static final int SERIES = 1000;

  private final Random random = new Random(1);

  private static double[] rates(int samples, IntToDoubleFunction rate) {
    return IntStream.range(0, samples).mapToDouble(rate).toArray();
  }

  /** Around 1, where each sample resembles the one before it. */
  private double[] noise(int samples, double alike, double scatter) {
    double[] rates = new double[samples];
    double deviation = random.nextGaussian();
    for (int i = 0; i < samples; i++) {
      rates[i] = Math.max(0, 1 + scatter * deviation);
      deviation = alike * deviation + Math.sqrt(1 - alike * alike) * random.nextGaussian();
    }
    return rates;
  }

  private double found(int samples, double alike, double scatter, double ratio, double at) {
    return (double)
            IntStream.range(0, SERIES)
                .filter(
                    run -> {
                      double[] rates = noise(samples, alike, scatter);
                      for (int i = (int) (at * samples); i < samples; i++) {
                        rates[i] /= ratio;
                      }
                      return Step.in(rates).isPresent();
                    })
                .count()
        / SERIES;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.15, 0.5, 0.75})
  void collapseIsFoundWhereItIs(double at) {
    int begin = (int) (at * 20);
    double[] rates = rates(20, i -> (i < begin ? 100_000 : 1000) * (1 + 0.02 * (i % 3)));

    assertThat(Step.in(rates))
        .hasValueSatisfying(
            step -> {
              assertThat(step.samples()).isEqualTo(begin);
              assertThat(step.ratio()).isBetween(97.0, 103.0);
              assertThat(step.before()).isGreaterThan(step.after());
            });
  }

  @Test
  void riseIsFound() {
    assertThat(Step.in(rates(20, i -> i < 8 ? 1000 + i % 2 : 2000 - i % 3)))
        .map(Step::samples)
        .hasValue(8);
  }

  @Test
  void withoutNoiseAStepIsFoundAndAConstantIsNone() {
    assertThat(Step.in(rates(12, i -> i < 6 ? 100 : 50))).map(Step::samples).hasValue(6);
    assertThat(Step.in(rates(12, i -> 100))).isEmpty();
    assertThat(Step.in(rates(12, i -> 0))).isEmpty();
  }

  @Test
  void standstillIsFound() {
    assertThat(Step.in(rates(20, i -> i < 6 ? 100 + i % 2 : 0))).map(Step::samples).hasValue(6);
  }

  @Test
  void stepThatHardlyChangesTheMeanIsNone() {
    assertThat(Step.in(rates(20, i -> i < 10 ? 100 + 0.1 * (i % 3) : 90))).isEmpty();
  }

  @Test
  void onePauseIsNone() {
    assertThat(Step.in(rates(20, i -> i == 9 ? 0 : 1000 + i % 3))).isEmpty();
  }

  @Test
  void tooFewSamplesSayNothing() {
    assertThat(Step.in(rates(Steadiness.FEWEST - 1, i -> i < 5 ? 100 : 1))).isEmpty();
    assertThat(Step.in(new double[0])).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"12", "19", "40", "100"})
  void noiseIsRarelyTakenForAStep(int samples) {
    for (double alike : new double[] {0, 0.3, 0.6}) {
      for (double scatter : new double[] {0.03, 0.1, 0.2, 0.4}) {
        assertThat(found(samples, alike, scatter, 1, 0))
            .as("%d samples, scatter %s, alike by %s", samples, scatter, alike)
            .isLessThanOrEqualTo(0.05);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"19, 0.5, 100, 0.99", "19, 0.2, 100, 0.99", "19, 0.5, 2, 0.95", "40, 0.5, 1.4, 0.9"})
  void stepIsFoundInNoise(int samples, double at, double ratio, double least) {
    assertThat(found(samples, 0.3, 0.1, ratio, at)).isGreaterThanOrEqualTo(least);
  }
}
