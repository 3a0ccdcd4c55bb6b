package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RatioIntervalTest {
  private static final double TAIL = 0.025;

  private static double[] exponentials(double... logs) {
    return Arrays.stream(logs).map(Math::exp).toArray();
  }

  // The sleep data of Student (1908), and what R 4 prints for t.test(extra ~ group, data = sleep).
  @Test
  void logarithmsGiveWelchsInterval() {
    double[] first = exponentials(0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0);
    double[] second = exponentials(1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4);

    Interval interval = RatioInterval.of(first, second, TAIL, TAIL);

    assertThat(Math.log(interval.low())).isCloseTo(-3.3654832, within(1e-6));
    assertThat(Math.log(interval.high())).isCloseTo(0.2054832, within(1e-6));
  }

  // Student's t for 2 degrees of freedom is 4.3027 at 97.5 % and 2.9200 at 95 %.
  @Test
  void oneCellGivesStudentsIntervalWithTheTailsAskedFor() {
    Interval interval = RatioInterval.of(exponentials(1, 2, 3), 0.025, 0.05);

    assertThat(interval.figure()).isCloseTo(Math.exp(2), within(1e-9));
    assertThat(Math.log(interval.low())).isCloseTo(2 - 4.3027 / Math.sqrt(3), within(1e-4));
    assertThat(Math.log(interval.high())).isCloseTo(2 + 2.9200 / Math.sqrt(3), within(1e-4));
  }

  @Test
  void theFigureIsTheRatioOfTheMedians() {
    assertThat(RatioInterval.of(new double[] {1, 4, 100}, new double[] {1, 2, 3}, TAIL, TAIL))
        .extracting(Interval::figure)
        .isEqualTo(2.0);
  }

  @Test
  void theFigureIsNeverOutsideItsInterval() {
    double[] skewed = {10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 9, 9, 9, 9, 9, 9};
    double[] steady = {1, 1, 1, 1};

    Interval interval = RatioInterval.of(skewed, steady, 0.49, 0.49);

    assertThat(interval.figure()).isEqualTo(10);
    assertThat(interval.high()).isEqualTo(10);
    assertThat(interval.low()).isLessThan(10);
  }

  @Test
  void whatNeverVariesHasNoWidth() {
    assertThat(RatioInterval.of(new double[] {400, 400}, new double[] {100, 100}, TAIL, TAIL))
        .isEqualTo(new Interval(4, 4, 4));
  }
}
