package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.client.trace.Share;

class ArrivalsTest {
  private static final int MANY = 200_000;

  private static double[] gaps(LongSupplier arrivals) {
    double[] gaps = new double[MANY];
    long before = 0;
    for (int i = 0; i < MANY; i++) {
      long next = arrivals.getAsLong();
      gaps[i] = next - before;
      before = next;
    }
    return gaps;
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1000,2", "1000000,5"})
  void theDistancesOfAPoissonProcessAreExponential(double rate, long seed) {
    double mean = 1e9 / rate;
    double[] gaps = gaps(Arrivals.poisson(rate, seed));

    assertThat(Arrays.stream(gaps).average().getAsDouble()).isCloseTo(mean, within(0.01 * mean));
    double squares = Arrays.stream(gaps).map(gap -> Math.pow(gap / mean - 1, 2)).sum() / MANY;
    assertThat(Math.sqrt(squares)).as("coefficient of variation").isCloseTo(1, within(0.01));

    // Kolmogorov-Smirnov at 1 %.
    double[] sorted = Arrays.stream(gaps).sorted().toArray();
    double farthest =
        IntStream.range(0, MANY)
            .mapToDouble(
                i -> Math.abs(1 - Math.exp(-sorted[i] / mean) - (i + 0.5) / MANY) + 0.5 / MANY)
            .max()
            .getAsDouble();
    assertThat(farthest).isLessThan(1.63 / Math.sqrt(MANY));
  }

  @Test
  void theDistancesOfAPoissonProcessAreIndependent() {
    double[] gaps = gaps(Arrivals.poisson(1000, 1));
    for (int lag = 1; lag <= 5; lag++) {
      int by = lag;
      double covariance =
          IntStream.range(0, MANY - lag)
              .mapToDouble(i -> (gaps[i] / 1e6 - 1) * (gaps[i + by] / 1e6 - 1))
              .average()
              .getAsDouble();
      assertThat(covariance).as("distances %d apart", lag).isCloseTo(0, within(0.01));
    }
  }

  @Test
  void uniformArrivalsAreAtEqualDistances() {
    LongSupplier arrivals = Arrivals.uniform(3000, Share.WHOLE);

    assertThat(LongStream.generate(arrivals).limit(7).toArray())
        .containsExactly(0, 333_333, 666_666, 1_000_000, 1_333_333, 1_666_666, 2_000_000);
  }

  @Test
  void theSeedAloneDeterminesAPoissonProcess() {
    long[] one = LongStream.generate(Arrivals.poisson(1000, 1)).limit(1000).toArray();

    assertThat(LongStream.generate(Arrivals.poisson(1000, 1)).limit(1000))
        .containsExactly(Arrays.stream(one).boxed().toArray(Long[]::new));
    assertThat(LongStream.generate(Arrivals.poisson(1000, 2)).limit(1000).toArray())
        .isNotEqualTo(one);
    assertThat(one).isSorted();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void threadsTakeEachArrivalOnce(boolean poisson) throws Exception {
    LongSupplier shared = poisson ? Arrivals.poisson(1e6, 7) : Arrivals.uniform(1e6, Share.WHOLE);
    LongSupplier alone = poisson ? Arrivals.poisson(1e6, 7) : Arrivals.uniform(1e6, Share.WHOLE);
    long[][] taken = new long[4][50_000];
    Thread[] threads = new Thread[taken.length];
    for (int t = 0; t < threads.length; t++) {
      long[] mine = taken[t];
      threads[t] = new Thread(() -> Arrays.setAll(mine, i -> shared.getAsLong()));
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(Arrays.stream(taken).flatMapToLong(Arrays::stream).sorted().toArray())
        .isEqualTo(LongStream.generate(alone).limit(200_000).toArray());
    for (long[] mine : taken) {
      assertThat(mine).isSorted();
    }
  }
}
