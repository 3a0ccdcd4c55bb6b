package org.pmemycsb.pmemkv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallGateTest {
  @Test
  void anOpenGateLetsCallsInAndAClosedOneDoesNot() {
    CallGate gate = new CallGate();
    int ticket = gate.enter();
    assertThat(ticket).isNotNegative();
    gate.exit(ticket);
    gate.close(() -> {});
    assertThat(gate.enter()).isNegative();
    assertThat(gate.enter()).isNegative();
  }

  @Test
  void closingReleasesOnce() {
    CallGate gate = new CallGate();
    AtomicInteger released = new AtomicInteger();
    gate.close(released::incrementAndGet);
    gate.close(released::incrementAndGet);
    assertThat(released).hasValue(1);
  }

  @Test
  void closingWaitsForTheCallInside() throws InterruptedException {
    CallGate gate = new CallGate();
    int ticket = gate.enter();
    CountDownLatch released = new CountDownLatch(1);
    Thread closer = new Thread(() -> gate.close(released::countDown));
    closer.start();
    while (!gate.isClosed()) {
      Thread.onSpinWait();
    }
    assertThat(released.await(50, TimeUnit.MILLISECONDS)).isFalse();
    gate.exit(ticket);
    assertThat(released.await(30, TimeUnit.SECONDS)).isTrue();
    closer.join();
  }

  @Test
  void aSecondCloseReturnsOnlyAfterTheRelease() throws InterruptedException {
    CallGate gate = new CallGate();
    int ticket = gate.enter();
    AtomicBoolean released = new AtomicBoolean();
    AtomicBoolean seenReleased = new AtomicBoolean();
    Thread first = new Thread(() -> gate.close(() -> released.set(true)));
    first.start();
    while (!gate.isClosed()) {
      Thread.onSpinWait();
    }
    Thread second =
        new Thread(
            () -> {
              gate.close(() -> {});
              seenReleased.set(released.get());
            });
    second.start();
    second.join(50);
    gate.exit(ticket);
    first.join();
    second.join();
    assertThat(seenReleased).isTrue();
  }

  @Test
  void anInterruptDoesNotCutTheWaitShortAndIsKept() throws InterruptedException {
    CallGate gate = new CallGate();
    int ticket = gate.enter();
    AtomicBoolean interrupted = new AtomicBoolean();
    AtomicBoolean released = new AtomicBoolean();
    Thread closer =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              gate.close(() -> released.set(true));
              interrupted.set(Thread.currentThread().isInterrupted());
            });
    closer.start();
    closer.join(50);
    assertThat(released).isFalse();
    gate.exit(ticket);
    closer.join();
    assertThat(released).isTrue();
    assertThat(interrupted).isTrue();
  }

  @Test
  void aFailedReleaseStillEndsTheWaitOfOthers() {
    CallGate gate = new CallGate();
    try {
      gate.close(
          () -> {
            throw new IllegalStateException("release");
          });
    } catch (IllegalStateException expected) {
      assertThat(expected).hasMessage("release");
    }
    gate.close(() -> {});
    assertThat(gate.enter()).isNegative();
  }

  /** Fewer stripes than threads: sharing a counter must be slower, not wrong. */
  @RepeatedTest(20)
  void noCallIsInsideWhenTheResourceIsReleased() throws InterruptedException {
    CallGate gate = new CallGate(2);
    AtomicBoolean alive = new AtomicBoolean(true);
    AtomicInteger usedAfterRelease = new AtomicInteger();
    AtomicInteger calls = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 16; t++) {
      Thread thread =
          new Thread(
              () -> {
                for (int ticket = gate.enter(); ticket >= 0; ticket = gate.enter()) {
                  if (!alive.get()) {
                    usedAfterRelease.incrementAndGet();
                  }
                  calls.incrementAndGet();
                  Thread.yield();
                  if (!alive.get()) {
                    usedAfterRelease.incrementAndGet();
                  }
                  gate.exit(ticket);
                }
              });
      threads.add(thread);
      thread.start();
    }
    while (calls.get() < 1000) {
      Thread.onSpinWait();
    }
    gate.close(() -> alive.set(false));
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(usedAfterRelease).hasValue(0);
  }
}
