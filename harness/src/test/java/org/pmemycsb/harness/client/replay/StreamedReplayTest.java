package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.plan.design.Verify;

/** No thread waits for ever for operations that are not made because another one takes none. */
@Timeout(60)
class StreamedReplayTest {
  private static final long OPERATIONS = 1_000_000;
  // Room for a few chunks.
  private static final long TINY = 1L << 14;

  private final MemoryDatabase database = new MemoryDatabase();
  private final TraceSpec spec;
  private final Bench bench;

  StreamedReplayTest() {
    bench = new Bench(database, Workloads.of("C", "fieldlength=32"), Verify.OFF);
    bench.records = Bench.RECORDS;
    spec = bench.spec(2, OPERATIONS);
  }

  @BeforeEach
  void load() throws Exception {
    bench.load(1);
  }

  private interface Call {
    void before() throws InterruptedException;
  }

  /** The reads of thread 1 do something first. */
  private ClientFactory second(Call call) {
    return database.reading(
        read -> {
          if (read.thread() == 1) {
            call.before();
          }
          return read.right();
        });
  }

  private Replayer replayer(ClientFactory clients) {
    ReplaySettings settings = Changed.with(Bench.SETTINGS, "stuckAfter", Duration.ofSeconds(2));
    return bench.replayer(clients, settings);
  }

  @Test
  void aStuckThreadEndsThePhaseOfOneThatWaitsForOperations() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (Trace trace = Trace.record(spec, TINY)) {
      PhaseMeasurement phase = replayer(second(never::await)).replay(Segments.of(trace), null);

      assertThat(phase.complete()).isFalse();
      assertThat(phase.good()).isBetween(1L, OPERATIONS / 2);
      assertThat(phase.faults().deadThreads())
          .extracting(PhaseMeasurement.DeadThread::thread)
          .containsExactly(1);
    }
  }

  @Test
  void aThreadThatWaitsForOperationsStopsAtTheEndOfTheTime() throws Exception {
    try (Trace trace = Trace.record(spec, TINY)) {
      PhaseMeasurement phase =
          replayer(second(() -> Thread.sleep(1)))
              .replay(Segments.of(trace, Duration.ofMillis(300)), null);

      assertThat(phase.faults().deadThreads()).isEmpty();
      assertThat(phase.good()).isBetween(1L, OPERATIONS - 1);
    }
  }

  @Test
  void aThreadThatFailsInTheWarmUpIsTheOnlyOneToBlame() {
    Call broken =
        () -> {
          throw new IllegalStateException("broken pipe");
        };
    try (Trace warmUp = Trace.record(spec.warmUp(OPERATIONS), TINY);
        Trace trace = Trace.record(spec, TINY)) {
      Replayer replayer = replayer(second(broken));
      assertThatThrownBy(() -> replayer.replay(Segments.of(trace), warmUp))
          .isInstanceOf(ReplayException.class)
          .hasMessageContaining("thread 1 of 2")
          .hasMessageContaining("broken pipe");
    }
  }
}
