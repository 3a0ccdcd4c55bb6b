package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RepeatedTest {
  private static final double TAIL = 0.025;

  private static double[] exponentials(double... logs) {
    return Arrays.stream(logs).map(Math::exp).toArray();
  }

  private static Interval ratio(double[] a, double[] b) {
    return Repeated.ratio(a, Scatter.UNKNOWN, b, Scatter.UNKNOWN).interval(TAIL, TAIL);
  }

  // The sleep data of Student (1908), and what R 4 prints for t.test(extra ~ group, data = sleep).
  @Test
  void logarithmsGiveWelchsInterval() {
    double[] first = exponentials(0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0);
    double[] second = exponentials(1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4);

    Interval interval = ratio(first, second);

    assertThat(Math.log(interval.low())).isCloseTo(-3.3654832, within(1e-6));
    assertThat(Math.log(interval.high())).isCloseTo(0.2054832, within(1e-6));
  }

  // Student's t for 2 degrees of freedom is 4.3027 at 97.5 % and 2.9200 at 95 %.
  @Test
  void oneCellGivesStudentsIntervalWithTheTailsAskedFor() {
    Interval interval = Repeated.of(exponentials(1, 2, 3), Scatter.UNKNOWN).interval(0.025, 0.05);

    assertThat(interval.figure()).isCloseTo(Math.exp(2), within(1e-9));
    assertThat(Math.log(interval.low())).isCloseTo(2 - 4.3027 / Math.sqrt(3), within(1e-4));
    assertThat(Math.log(interval.high())).isCloseTo(2 + 2.9200 / Math.sqrt(3), within(1e-4));
  }

  @Test
  void theFigureIsTheRatioOfTheMedians() {
    assertThat(ratio(new double[] {1, 4, 100}, new double[] {1, 2, 3}))
        .extracting(Interval::figure)
        .isEqualTo(2.0);
  }

  @Test
  void theRatioOfRoundsIsTheInverseOfTheOtherWayRound() {
    double[] a = {1, 8, 2, 9};
    double[] b = {4, 2, 1, 3};

    double ratio = Repeated.paired(a, b, Scatter.UNKNOWN).figure();

    // The ratios are 0.25, 4, 2 and 3. Between the two in the middle lies the root of their
    // product.
    assertThat(ratio).isCloseTo(Math.sqrt(6), within(1e-9));
    assertThat(Repeated.paired(b, a, Scatter.UNKNOWN).figure()).isCloseTo(1 / ratio, within(1e-9));
  }

  @Test
  void theFigureIsNeverOutsideItsInterval() {
    // Of these, the median is 10, and the mean logarithm is known far better than that.
    double[] skewed = new double[100];
    Arrays.fill(skewed, 0, 51, 10);
    Arrays.fill(skewed, 51, 100, 5);
    double[] steady = {1, 1, 1, 1};

    for (double tail : new double[] {0.025, 0.001}) {
      Interval interval =
          Repeated.ratio(skewed, Scatter.UNKNOWN, steady, Scatter.UNKNOWN).interval(tail, tail);
      assertThat(interval.figure()).isCloseTo(7.12, within(0.01));
      assertThat(interval.low()).isLessThan(7.12);
      assertThat(interval.high()).isBetween(7.12, 9.0);
    }
  }

  @Test
  void whatNeverVariesHasNoWidth() {
    assertThat(ratio(new double[] {400, 400}, new double[] {100, 100}))
        .isEqualTo(new Interval(4, 4, 4));
  }

  @Test
  void aDriftOfTheMachineCancelsOutOfRatiosByRounds() {
    double[] a = {100, 200, 400, 800};
    double[] b = {51, 99, 202, 398};

    Interval byRounds = Repeated.paired(a, b, new Scatter(1e-4, 10)).interval(TAIL, TAIL);

    assertThat(byRounds.low()).isBetween(1.9, 2.0);
    assertThat(byRounds.high()).isBetween(2.0, 2.1);
    assertThat(ratio(a, b).low()).isLessThan(1);
  }

  @Test
  void aSingleRepeatHasNoWidthAndProvesNothing() {
    Repeated once =
        Repeated.ratio(new double[] {2}, Scatter.UNKNOWN, new double[] {1, 2, 3}, Scatter.UNKNOWN);

    assertThat(once.interval(TAIL, TAIL)).isEqualTo(new Interval(1, 1, 1));
    assertThat(once.pValue()).isEqualTo(1);
  }
}
