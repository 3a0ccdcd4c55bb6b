package org.pmemycsb.harness.client.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.apache.commons.statistics.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ZipfianTest {
  private static final int DRAWS = 500_000;

  /** Below this chance the draws are not of the distribution; the seeds are fixed. */
  private static final double UNLIKELY = 0.001;

  /** Expected draws of a bin; the test needs 5. */
  private static final double LEAST_IN_BIN = 20;

  @ParameterizedTest
  @CsvSource({
    "0.01,10",
    "0.5,1000",
    "0.99,2",
    "0.99,1000",
    "0.99,1000000",
    "1,1000",
    "1.0000001,1000",
    "1.2,100000",
    "2,1000",
    "5,10"
  })
  void drawsAreOfTheTheory(double constant, int n) {
    double likelihood = likelihood(constant, constant, n);
    assertThat(likelihood).isGreaterThan(UNLIKELY);
  }

  @Test
  void anotherConstantIsSeen() {
    assertThat(likelihood(0.98, 0.99, 1000)).isLessThan(UNLIKELY);
  }

  /** Ranks that are expected too seldom are put together with their neighbours. */
  private static double likelihood(double drawn, double expected, int n) {
    Zipfian zipfian = new Zipfian(drawn);
    SeededRandom random = new SeededRandom(n);
    long[] counts = new long[n];
    for (int i = 0; i < DRAWS; i++) {
      counts[(int) zipfian.next(n, random) - 1]++;
    }
    double[] weights =
        IntStream.rangeClosed(1, n).mapToDouble(k -> Math.pow(k, -expected)).toArray();
    double all = IntStream.range(0, n).mapToDouble(k -> weights[k]).sum();
    double[] bins = new double[n];
    long[] seen = new long[n];
    int bin = 0;
    for (int k = 0; k < n; k++) {
      bins[bin] += weights[k] / all * DRAWS;
      seen[bin] += counts[k];
      if (bins[bin] >= LEAST_IN_BIN && k < n - 1) {
        bin++;
      }
    }
    return ChiSquareTest.withDefaults()
        .test(java.util.Arrays.copyOf(bins, bin + 1), java.util.Arrays.copyOf(seen, bin + 1))
        .getPValue();
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
