package org.pmemycsb.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BoundedCallTest {
  private static final Duration AMPLE = Duration.ofMinutes(1);

  private static <T> T make(BoundedCall<T, IOException> call, Duration patience) throws Exception {
    return BoundedCall.make("call", patience, call);
  }

  @Test
  void theResultIsThatOfTheCall() throws Exception {
    assertThat(make(() -> Thread.currentThread().isDaemon(), AMPLE)).isTrue();
  }

  @Test
  void theFailureIsThatOfTheCall() {
    IOException failure = new IOException("broken");
    Error error = new LinkageError("missing");

    assertThatThrownBy(
            () ->
                make(
                    () -> {
                      throw failure;
                    },
                    AMPLE))
        .isSameAs(failure);
    assertThatThrownBy(
            () ->
                make(
                    () -> {
                      throw error;
                    },
                    AMPLE))
        .isSameAs(error);
  }

  @Test
  void aCallThatMakesProgressMayTakeLonger() throws Exception {
    AtomicLong steps = new AtomicLong();
    BoundedCall<Long, IOException> slow =
        () -> {
          while (steps.get() < 40) {
            Thread.sleep(20);
            steps.incrementAndGet();
          }
          return steps.get();
        };

    assertThat(BoundedCall.make("call", Duration.ofMillis(400), steps::get, slow)).isEqualTo(40);
  }

  @Test
  void aCallThatDoesNotEndIsInterrupted() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    BoundedCall<Void, IOException> hanging =
        () -> {
          try {
            new CountDownLatch(1).await();
          } finally {
            interrupted.countDown();
          }
          return null;
        };

    assertThatThrownBy(() -> make(hanging, Duration.ofMillis(200)))
        .isInstanceOf(TimeoutException.class);
    interrupted.await();
  }
}
