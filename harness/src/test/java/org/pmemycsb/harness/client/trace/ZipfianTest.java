package org.pmemycsb.harness.client.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZipfianTest {
  private static final int DRAWS = 500_000;

  @ParameterizedTest
  @CsvSource({
    "0.01,10",
    "0.99,2",
    "0.99,1000",
    "0.99,1000000",
    "1,1000",
    "1.0000001,1000",
    "1.2,100000",
    "5,10"
  })
  void drawsAreOfTheTheory(double constant, int n) {
    assertThat(likelihood(constant, constant, n)).isGreaterThan(Bins.UNLIKELY);
  }

  @Test
  void anotherConstantIsSeen() {
    assertThat(likelihood(0.98, 0.99, 1000)).isLessThan(Bins.UNLIKELY);
  }

  private static double likelihood(double drawn, double expected, int n) {
    Zipfian zipfian = new Zipfian(drawn);
    SeededRandom random = new SeededRandom(n);
    long[] counts = new long[n];
    for (int i = 0; i < DRAWS; i++) {
      counts[(int) zipfian.next(n, random) - 1]++;
    }
    return Bins.likelihood(
        IntStream.rangeClosed(1, n).mapToDouble(k -> Math.pow(k, -expected)).toArray(), counts);
  }

  @Test
  void ranksStayWithinANumberThatChanges() {
    Zipfian zipfian = new Zipfian(0.99);
    SeededRandom random = new SeededRandom(4);
    for (long n : new long[] {1, 2, 1, 3, 1L << 31, 5, 1L << 40}) {
      for (int i = 0; i < 10_000; i++) {
        assertThat(zipfian.next(n, random)).isBetween(1L, n);
      }
    }
  }
}
