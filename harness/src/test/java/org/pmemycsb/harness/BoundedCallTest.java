package org.pmemycsb.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    AtomicLong looks = new AtomicLong();
    CountDownLatch lookedOften = new CountDownLatch(10);
    LongSupplier progress =
        () -> {
          lookedOften.countDown();
          return looks.incrementAndGet();
        };
    BoundedCall<Boolean, IOException> slow =
        () -> {
          lookedOften.await();
          return true;
        };

    assertThat(BoundedCall.make("call", Duration.ofMillis(1), progress, late -> {}, slow)).isTrue();
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

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aResultThatComesTooLateIsGivenBack(boolean interrupted) throws Exception {
    CompletableFuture<String> late = new CompletableFuture<>();
    BoundedCall<String, IOException> hanging =
        () -> {
          while (!Thread.interrupted()) {
            Thread.onSpinWait();
          }
          return "open";
        };
    if (interrupted) {
      Thread.currentThread().interrupt();
    }

    assertThatThrownBy(
            () ->
                BoundedCall.make(
                    "call",
                    interrupted ? AMPLE : Duration.ofMillis(1),
                    () -> 0,
                    late::complete,
                    hanging))
        .isInstanceOf(interrupted ? InterruptedException.class : TimeoutException.class);
    assertThat(late.get()).isEqualTo("open");
  }

  /** The interrupts come before the call is made, and while it is. */
  @Test
  void anInterruptDoesNotStopACallThatCleansUp() throws Exception {
    Thread cleaner = Thread.currentThread();
    cleaner.interrupt();

    boolean stopped =
        BoundedCall.<Boolean, IOException>insist(
            "call",
            AMPLE,
            () -> {
              for (int i = 0; i < 3; i++) {
                cleaner.interrupt();
                while (cleaner.isInterrupted()) {
                  Thread.onSpinWait();
                }
              }
              return Thread.interrupted();
            });

    assertThat(stopped).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aCallThatCleansUpMayHang() {
    BoundedCall<Void, IOException> hanging =
        () -> {
          new CountDownLatch(1).await();
          return null;
        };

    assertThatThrownBy(() -> BoundedCall.insist("call", Duration.ofMillis(1), hanging))
        .isInstanceOf(TimeoutException.class);
  }
}
