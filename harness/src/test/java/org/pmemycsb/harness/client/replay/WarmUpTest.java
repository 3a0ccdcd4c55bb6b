package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

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

  @Test
  void itLastsItsShortestTime() {
    assertThat(end(warmUp(700), millis -> 1000, 0)).isEqualTo(700);
  }

  @Test
  void itWaitsForTheCompiler() {
    // The throughput is flat: methods that wait to be compiled do not become faster before.
    assertThat(end(warmUp(60), millis -> 1000, 300)).isBetween(540L, 620L);
  }

  @Test
  void aCompilerThatWorksForOneTenthOfTheTimeHasLittleToDo() {
    assertThat(WarmUp.isIdle(10 * MILLI, 100 * MILLI)).isTrue();
    assertThat(WarmUp.isIdle(11 * MILLI, 100 * MILLI)).isFalse();
  }

  @Test
  void itWaitsForTheThroughput() {
    // Up to 0.5 s a database becomes faster.
    assertThat(end(warmUp(60), millis -> 1000 + 10 * Math.min(millis, 500), 0)).isGreaterThan(600);
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
