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

@Timeout(120)
class FirstAnswerTest {
  private final MemoryDatabase database = new MemoryDatabase();
  private Bench bench;

  @BeforeEach
  void load() throws Exception {
    bench = new Bench(database, Workloads.of("A", "fieldlength=32"), Verify.FULL);
    bench.load(1);
  }

  private FirstAnswer ask(ClientFactory clients, int seconds) throws Exception {
    return FirstAnswer.ask(
        clients,
        bench.payload,
        Workloads.typed(bench.workload).shape(),
        0,
        Duration.ofSeconds(seconds));
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
      // Their thread is still interrupted.
      case "forgets late", "answers late" ->
          database.reading(
              call -> {
                while (!Thread.currentThread().isInterrupted()) {
                  Thread.onSpinWait();
                }
                return how.startsWith("answers") ? call.right() : Status.NOT_FOUND;
              });
      default -> database.reading(call -> Status.NOT_FOUND);
    };
  }

  @ParameterizedTest
  @CsvSource({
    "forgets, 3, 3 s, NOT_FOUND",
    "forgets late, 1, 1 s, : none",
    "answers late, 1, 1 s, : none",
    "refuses, 60, restart: , no server",
    "hangs at the start, 1, 1 s, : none",
    "hangs in a read, 1, 1 s, : none"
  })
  void aDatabaseWithoutARightAnswerIsGivenUp(String how, int patience, String when, String why)
      throws Exception {
    assertThatThrownBy(() -> ask(wrong(how), patience))
        .isInstanceOf(ReplayException.class)
        .hasMessageContainingAll(when, why);
    while (database.open.get() > 0) { // its client is disconnected meanwhile
      Thread.sleep(1);
    }
  }

  @Test
  void anInterruptDoesNotStopTheDisconnect() throws Exception {
    FirstAnswer answer = ask(t -> database.new Client(), 60);
    Thread.currentThread().interrupt();
    answer.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(database.open).hasValue(0);
  }

  @Test
  void theClientOfARightAnswerStaysConnected() throws Exception {
    try (FirstAnswer answer = ask(t -> database.new Client(), 60)) {
      assertThat(answer.answeredAt() - answer.openedAt()).isPositive();
      assertThat(database.open).hasValue(1);
    }
    assertThat(database.open).hasValue(0);
  }
}
