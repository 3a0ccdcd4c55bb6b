package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MedianIntervalTest {
  private static double[] upTo(int count) {
    return IntStream.rangeClosed(1, count).mapToDouble(i -> count + 1 - i).toArray();
  }

  private static void assertInterval(int samples, double median, double low, double high) {
    Estimate known = MedianInterval.of(upTo(samples));

    assertThat(known.samples()).isEqualTo(samples);
    assertThat(known.median()).isEqualTo(median);
    assertThat(known.low()).hasValue(low);
    assertThat(known.high()).hasValue(high);
  }

  @Test
  void theEndsAreThoseOfTheSignTest() {
    assertInterval(2, 1.5, 1, 2);
    assertInterval(8, 4.5, 1, 8);
    assertInterval(9, 5, 2, 8);
    assertInterval(20, 10.5, 6, 15);
    assertThat(MedianInterval.of(upTo(1)).low()).isEmpty();
  }

  @Test
  void itHoldsTheTrueMedianInAtLeastNineteenOfTwenty() {
    Random random = new Random(1);
    long held =
        IntStream.range(0, 4000)
            .mapToObj(
                i -> MedianInterval.of(random.doubles(10, -1, 1).map(x -> x * x * x).toArray()))
            .filter(known -> known.low().getAsDouble() <= 0 && known.high().getAsDouble() >= 0)
            .count();

    assertThat(held).isBetween(3850L, 3960L);
  }
}
