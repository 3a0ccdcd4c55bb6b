package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.replay.Shared.Stage;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.measure.database.NoopClient;
import org.pmemycsb.harness.plan.design.Verify;

class WatchdogTest {
  private static final int THREADS = 3;

  private final Bench bench = new Bench(new MemoryDatabase(), Workloads.of("C"), Verify.OFF);

  /** Threads that make clients and do nothing else. */
  private Watchdog watchdog(int threads, Shared shared, ReplaySettings settings, ClientFactory by) {
    List<ClientThread> clientThreads = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      OperationRunner runner =
          new OperationRunner(
              shared.segments.spec(), bench.payload, null, null, null, Ticker.SYSTEM);
      clientThreads.add(new ClientThread(t, shared, by, runner, null, settings, bench.payload));
    }
    return new Watchdog(clientThreads, shared, settings);
  }

  private Shared shared(int threads) {
    bench.records = 100;
    TraceSpec spec = bench.spec(threads, 1000);
    return new Shared(Segments.lasting(Duration.ofSeconds(1), spec, 0), Ticker.SYSTEM, null, 0);
  }

  /** No thread ends before all are interrupted. */
  @Test
  @Timeout(60)
  void allStuckThreadsAreInterruptedBeforeOneIsWaitedFor() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(THREADS);
    ClientFactory sticking =
        t -> {
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException givenUp) {
            interrupted.countDown();
            interrupted.await();
          }
          return new NoopClient();
        };
    Shared shared = shared(THREADS);
    Watchdog watchdog =
        watchdog(
            THREADS,
            shared,
            Changed.with(Bench.SETTINGS, "stuckAfter", Duration.ofMillis(200)),
            sticking);

    watchdog.run(Stage.INIT);

    assertThat(watchdog.stuck()).hasSize(THREADS);
    for (int t = 0; t < THREADS; t++) {
      assertThat(watchdog.isLost(t)).as("thread " + t + " left").isFalse();
    }
    watchdog.end();
  }

  /** The watchdog sleeps for longer than its patience, as on a machine that stands still. */
  @Test
  @Timeout(60)
  void aThreadIsNotStuckForATimeInWhichNobodyLooked() throws Exception {
    CountDownLatch looks = new CountDownLatch(2);
    ClientFactory waiting =
        t -> {
          looks.await();
          return new NoopClient();
        };
    Shared shared = shared(1);
    ReplaySettings settings =
        Changed.with(
            Changed.with(Bench.SETTINGS, "seriesInterval", Duration.ofMillis(10)),
            "stuckAfter",
            Duration.ofSeconds(2));
    Watchdog watchdog = watchdog(1, shared, settings, waiting);
    shared.startNanos = System.nanoTime();

    watchdog.runSampled(
        Stage.INIT,
        1,
        (done, asked, nanos) -> {
          if (looks.getCount() == 2) {
            FaultyDatabaseTest.sleepThroughInterrupts(2500);
          }
          looks.countDown();
        });

    assertThat(watchdog.stuck()).isEmpty();
    watchdog.end();
  }

  @Test
  @Timeout(60)
  void aSampleAfterTheLastOperationIsAPartOfTheLastOne() throws Exception {
    CountDownLatch sampled = new CountDownLatch(1);
    ClientFactory slow =
        t -> {
          sampled.await();
          return new NoopClient();
        };
    Shared shared = shared(1);
    Watchdog watchdog =
        watchdog(
            1, shared, Changed.with(Bench.SETTINGS, "seriesInterval", Duration.ofMillis(10)), slow);
    shared.startNanos = System.nanoTime();
    watchdog.runSampled(Stage.INIT, 1, (done, asked, nanos) -> sampled.countDown());
    List<Double> ends = watchdog.series().seconds();
    long before = Math.round(1e9 * ends.get(ends.size() - 1)) - 1;

    watchdog.ended(before);

    assertThat(watchdog.series().seconds())
        .hasSameSizeAs(ends)
        .isSorted()
        .last()
        .isEqualTo(before / 1e9);
    watchdog.end();
  }
}
