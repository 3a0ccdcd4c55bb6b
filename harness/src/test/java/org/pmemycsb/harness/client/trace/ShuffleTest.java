package org.pmemycsb.harness.client.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.apache.commons.statistics.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;

class ShuffleTest {
  @Test
  void everyNumberComesOnce() {
    LongStream.concat(LongStream.rangeClosed(1, 300), LongStream.of(1024, 1025, 99_999))
        .forEach(
            n ->
                assertThat(LongStream.range(0, n).map(i -> Shuffle.of(i, n)).sorted().toArray())
                    .isEqualTo(LongStream.range(0, n).toArray()));
  }

  @Test
  void oneMoreNumberChangesOneImage() {
    for (long n = 513; n < 1024; n++) {
      long size = n;
      assertThat(
              LongStream.range(0, n)
                  .filter(i -> Shuffle.of(i, size) != Shuffle.of(i, size + 1))
                  .count())
          .isLessThanOrEqualTo(1);
    }
  }

  /** The images of the first hundredth are spread over the whole. */
  @Test
  void neighboursAreSpread() {
    for (long n : new long[] {100_000, 1_000_000, 1 << 20}) {
      long[] parts = new long[20];
      LongStream.range(0, n / 100).forEach(i -> parts[(int) (Shuffle.of(i, n) * 20 / n)]++);
      double[] expected = new double[20];
      java.util.Arrays.fill(expected, n / 2000.0);
      assertThat(ChiSquareTest.withDefaults().test(expected, parts).getPValue())
          .isGreaterThan(0.001);
    }
  }

  @Test
  void largeNumbersStayWithin() {
    for (long n : new long[] {(1L << 31) + 1, 10_000_000_000L, 1L << 62}) {
      for (long i = 0; i < 1000; i++) {
        assertThat(Shuffle.of(n - 1 - i, n)).isBetween(0L, n - 1);
      }
    }
  }
}
