package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CompilerTimeTest {
  @Test
  void itIsThereFromTheStartOfTheJvmAndNeverFalls() {
    CompilerTime compiler = new CompilerTime();
    long sinceStart = compiler.getAsLong();
    long begin = System.nanoTime();
    long worked = 0;
    while (System.nanoTime() - begin < TimeUnit.MILLISECONDS.toNanos(200)) {
      worked += Long.numberOfTrailingZeros(System.nanoTime()); // keeps this thread busy
    }
    long later = compiler.getAsLong();

    assertThat(worked).isPositive();
    assertThat(sinceStart).isPositive();
    assertThat(later).isGreaterThanOrEqualTo(sinceStart);
  }
}
