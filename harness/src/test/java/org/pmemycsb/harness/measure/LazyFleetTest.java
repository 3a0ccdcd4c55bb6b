package org.pmemycsb.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LazyFleetTest {
  @Test
  void closingEndsTheWaitForMachines() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    LazyFleet fleet =
        new LazyFleet(
            terms -> {
              waiting.countDown();
              new CountDownLatch(1).await();
              return null;
            },
            null);
    ExecutorService opener = Executors.newSingleThreadExecutor();
    Future<?> open = opener.submit(fleet::get);
    waiting.await();

    fleet.close();

    assertThat(open)
        .failsWithin(Duration.ofMinutes(1))
        .withThrowableThat()
        .withCauseInstanceOf(InterruptedException.class);
    opener.shutdown();
    assertThatThrownBy(fleet::get).isInstanceOf(InterruptedException.class);
  }
}
