package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pmemycsb.harness.plan.design.Verify;
import site.ycsb.DBException;
import site.ycsb.Status;

@Timeout(60)
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
    return new FirstAnswer(
        clients, bench.payload, Workloads.typed(bench.workload).shape(), 0, PATIENCE);
  }

  /** Ends only when it is interrupted, as a read of a server that hangs. */
  private static void hang() throws InterruptedException {
    new CountDownLatch(1).await();
  }

  @Test
  void theClientOfARightAnswerStaysConnected() throws Exception {
    try (FirstAnswer answer = ask(t -> database.new Client())) {
      assertThat(answer.answeredAt() - answer.openedAt()).isPositive();
      assertThat(database.open).hasValue(1);
    }
    assertThat(database.open).hasValue(0);
  }

  @Test
  void aWrongAnswerIsNamedInTheEnd() {
    database.records.clear();

    assertThatThrownBy(() -> ask(t -> database.new Client()))
        .isInstanceOf(ReplayException.class)
        .hasMessageContainingAll("1 s", "NOT_FOUND");
  }

  @Test
  void aClientThatCannotConnectIsReported() {
    ClientFactory failing =
        t -> {
          throw new DBException("no server");
        };

    assertThatThrownBy(() -> ask(failing))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("restart: ")
        .hasMessageEndingWith("no server");
  }

  @Test
  void aServerThatHangsWhenAClientConnectsIsGivenUp() {
    ClientFactory hanging =
        t -> {
          hang();
          return database.new Client();
        };

    assertThatThrownBy(() -> ask(hanging))
        .isInstanceOf(ReplayException.class)
        .hasMessageContainingAll("1 s", ": none");
  }

  @Test
  void aServerThatHangsWhenItIsReadIsGivenUp() {
    ClientFactory hanging =
        database.reading(
            call -> {
              hang();
              return Status.ERROR;
            });

    assertThatThrownBy(() -> ask(hanging))
        .isInstanceOf(ReplayException.class)
        .hasMessageContainingAll("1 s", ": none");
  }
}
