package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.plan.design.Verify;
import site.ycsb.DBException;
import site.ycsb.Status;

@Timeout(20)
class FirstAnswerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final MemoryDatabase database = new MemoryDatabase();
  private Bench bench;

  @BeforeEach
  void load() throws Exception {
    bench = new Bench(database, Workloads.of("A", "fieldlength=32"), Verify.FULL);
    bench.load(1);
  }

  private FirstAnswer ask(ClientFactory clients) throws Exception {
    return FirstAnswer.ask(
        clients, bench.payload, Workloads.typed(bench.workload).shape(), 0, PATIENCE);
  }

  /** Ends only when it is interrupted, as a call of a server that hangs. */
  private static Status hang() throws InterruptedException {
    new CountDownLatch(1).await();
    return Status.ERROR;
  }

  private ClientFactory wrong(String how) {
    return switch (how) {
      case "refuses" ->
          t -> {
            throw new DBException("no server");
          };
      case "hangs at the start" ->
          t -> {
            hang();
            return database.new Client();
          };
      case "hangs in a read" -> database.reading(call -> hang());
      case "forgets late" ->
          database.reading(
              call -> {
                while (!Thread.currentThread().isInterrupted()) {
                  Thread.onSpinWait();
                }
                return Status.NOT_FOUND; // and the thread is still interrupted
              });
      default -> database.reading(call -> Status.NOT_FOUND);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "forgets, 1 s, NOT_FOUND",
    "forgets late, 1 s, : none",
    "refuses, restart: , no server",
    "hangs at the start, 1 s, : none",
    "hangs in a read, 1 s, : none"
  })
  void aDatabaseWithoutARightAnswerIsGivenUp(String how, String when, String why) throws Exception {
    assertThatThrownBy(() -> ask(wrong(how)))
        .isInstanceOf(ReplayException.class)
        .hasMessageContainingAll(when, why);
    awaitDisconnected();
  }

  private void awaitDisconnected() throws InterruptedException {
    while (database.open.get() > 0) {
      Thread.sleep(1);
    }
  }

  @Test
  void anInterruptEndsTheWaitingForADisconnectNotTheDisconnect() throws Exception {
    CountDownLatch slow = new CountDownLatch(1);
    FirstAnswer answer =
        ask(
            t ->
                database.new Client() {
                  @Override
                  public void cleanup() {
                    try {
                      slow.await();
                    } catch (InterruptedException stopped) {
                      return;
                    }
                    super.cleanup();
                  }
                });
    Thread.currentThread().interrupt();
    answer.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(database.open).hasValue(1);
    slow.countDown();
    awaitDisconnected();
  }

  @Test
  void theClientOfARightAnswerStaysConnected() throws Exception {
    try (FirstAnswer answer = ask(t -> database.new Client())) {
      assertThat(answer.answeredAt() - answer.openedAt()).isPositive();
      assertThat(database.open).hasValue(1);
    }
    assertThat(database.open).hasValue(0);
  }
}
