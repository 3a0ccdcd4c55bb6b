package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarmUpTest {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LIMIT = 2000;

  private final AtomicLong compiled = new AtomicLong();

  /**
   * When a warm-up ends, in milliseconds.
   *
   * @param rate operations in a millisecond, at a millisecond
   * @param compiling milliseconds after which the compiler stands still
   */
  private long end(WarmUp warmUp, LongUnaryOperator rate, long compiling) {
    long done = 0;
    for (long millis = 1; millis <= LIMIT; millis++) {
      done += rate.applyAsLong(millis);
      compiled.set(Math.min(millis, compiling) * MILLI);
      if (millis % 5 == 0 && warmUp.isOver(millis * MILLI, done)) {
        return millis;
      }
    }
    return LIMIT;
  }

  private WarmUp warmUp(long leastMillis) {
    return new WarmUp(compiled::get, leastMillis * MILLI);
  }

  @Test
  void aSteadyDatabaseInAWarmJvmNeedsAFewSamplesOnly() {
    WarmUp warmUp = warmUp(60);

    assertThat(end(warmUp, millis -> 1000, 0)).isLessThan(200);
    assertThat(warmUp.isSteady()).isTrue();
    assertThat(warmUp.rate()).isEqualTo(1000.0 / MILLI);
  }

  /**
   * It lasts its shortest time, and waits for the compiler though the throughput is flat: methods
   * that wait to be compiled do not become faster before. Up to 0.5 s a database becomes faster.
   */
  @ParameterizedTest
  @CsvSource({"700, 0, 0, 700, 700", "60, 300, 0, 540, 620", "60, 0, 10, 605, 2000"})
  void itWaitsForTheCompilerAndTheThroughput(
      long least, long compiling, long faster, long from, long to) {
    assertThat(end(warmUp(least), millis -> 1000 + faster * Math.min(millis, 500), compiling))
        .isBetween(from, to);
  }

  @Test
  void aCompilerThatWorksForOneTenthOfTheTimeHasLittleToDo() {
    assertThat(WarmUp.isIdle(10 * MILLI, 100 * MILLI)).isTrue();
    assertThat(WarmUp.isIdle(11 * MILLI, 100 * MILLI)).isFalse();
  }

  @Test
  void threadsThatStopBecauseItIsOverDoNotMakeItUnsteady() {
    WarmUp warmUp = warmUp(60);
    long end = end(warmUp, millis -> 1000, 0);

    assertThat(warmUp.isOver((end + 5) * MILLI, end * 1000)).isTrue();
    assertThat(warmUp.isSteady()).isTrue();
    assertThat(warmUp.rate()).isEqualTo(1000.0 / MILLI);
  }

  @Test
  void whatNeverBecomesSteadyIsSaidToBeSo() {
    WarmUp warmUp = warmUp(60);

    assertThat(end(warmUp, millis -> 1000 + 20 * millis, 0)).isEqualTo(LIMIT);
    assertThat(warmUp.isSteady()).isFalse();
  }

  @Test
  void noiseIsNoTrend() {
    int late = 0;
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      if (end(warmUp(60), millis -> (long) (1000 * (1 + 0.3 * random.nextGaussian())), 0) > 400) {
        late++;
      }
    }
    assertThat(late).isLessThan(10);
  }
}
