package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.measure.database.NoopClient;
import org.pmemycsb.harness.plan.design.Verify;

class WatchdogTest {
  private static final int THREADS = 3;

  /** No thread ends before all are interrupted. */
  @Test
  @Timeout(60)
  void allStuckThreadsAreInterruptedBeforeOneIsWaitedFor() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(THREADS);
    Bench bench = new Bench(new MemoryDatabase(), Workloads.of("C"), Verify.OFF);
    TraceSpec spec = TraceSpec.transactions(Workloads.typed(bench.workload), THREADS, 1000, 100, 1);
    Stages shared =
        new Stages(Segments.lasting(Duration.ofSeconds(1), spec, 0, 1000), Ticker.SYSTEM, null, 0);
    ReplaySettings settings = Changed.with(Bench.SETTINGS, "stuckAfter", Duration.ofMillis(200));
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
    List<Worker> workers = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      OperationRunner runner =
          new OperationRunner(spec, bench.payload, null, null, null, Ticker.SYSTEM);
      workers.add(new Worker(t, shared, sticking, runner, null, settings, bench.payload));
      threads.add(new Thread(workers.get(t)));
      threads.get(t).setDaemon(true);
    }
    Watchdog watchdog = new Watchdog(workers, threads, shared, settings);
    threads.forEach(Thread::start);

    watchdog.run(Stage.INIT);

    assertThat(watchdog.stuck()).hasSize(THREADS);
    for (int t = 0; t < THREADS; t++) {
      assertThat(watchdog.isLost(t)).as("thread " + t + " left").isFalse();
    }
    shared.end();
  }

  @Test
  void aSampleAfterTheLastOperationIsAPartOfTheLastOne() throws Exception {
    Bench bench = new Bench(new MemoryDatabase(), Workloads.of("C"), Verify.OFF);
    TraceSpec spec = TraceSpec.transactions(Workloads.typed(bench.workload), 1, 1000, 100, 1);
    Stages shared =
        new Stages(Segments.lasting(Duration.ofSeconds(1), spec, 0, 1000), Ticker.SYSTEM, null, 0);
    ReplaySettings settings = Changed.with(Bench.SETTINGS, "seriesInterval", Duration.ofMillis(10));
    OperationRunner runner =
        new OperationRunner(spec, bench.payload, null, null, null, Ticker.SYSTEM);
    ClientFactory slow =
        t -> {
          Thread.sleep(35);
          return new NoopClient();
        };
    Worker worker = new Worker(0, shared, slow, runner, null, settings, bench.payload);
    Thread thread = new Thread(worker);
    Watchdog watchdog = new Watchdog(List.of(worker), List.of(thread), shared, settings);
    shared.startNanos = System.nanoTime();
    thread.start();
    watchdog.runSampled(Stage.INIT, 1, (done, asked, nanos) -> {});
    List<Long> ends = watchdog.series().endNanos();
    long before = ends.get(ends.size() - 1) - 1;

    watchdog.ended(before);

    assertThat(watchdog.series().endNanos())
        .hasSameSizeAs(ends)
        .isSorted()
        .last()
        .isEqualTo(before);
    shared.end();
  }
}
