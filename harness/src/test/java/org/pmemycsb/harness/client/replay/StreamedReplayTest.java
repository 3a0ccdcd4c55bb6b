package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceRecorder;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.plan.design.Verify;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

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
    bench = new Bench(database, Workloads.of("C", "fieldlength", "32"), Verify.OFF);
    spec = TraceSpec.transactions(Workloads.typed(bench.workload), 2, OPERATIONS, Bench.RECORDS, 1);
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
    return t ->
        database.new Client() {
          @Override
          public Status read(
              String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
            try {
              if (t == 1) {
                call.before();
              }
            } catch (InterruptedException givenUp) {
              return Status.ERROR;
            }
            return super.read(table, key, fields, result);
          }
        };
  }

  private Replayer replayer(ClientFactory clients) {
    ReplaySettings settings = Changed.with(Bench.SETTINGS, "stuckAfter", Duration.ofSeconds(2));
    return new Replayer(clients, bench.payload, settings, (done, asked, elapsed) -> {});
  }

  @Test
  void aStuckThreadEndsThePhaseOfOneThatWaitsForOperations() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    try (Trace trace = TraceRecorder.record(spec, TINY)) {
      PhaseMeasurement phase = replayer(second(never::await)).replay(trace);

      assertThat(phase.complete()).isFalse();
      assertThat(phase.good()).isBetween(1L, OPERATIONS / 2);
      assertThat(phase.faults().deadThreads())
          .extracting(PhaseMeasurement.DeadThread::thread)
          .containsExactly(1);
    }
  }

  @Test
  void aThreadThatWaitsForOperationsStopsAtTheEndOfTheTime() throws Exception {
    try (Trace trace = TraceRecorder.record(spec, TINY)) {
      PhaseMeasurement phase =
          replayer(second(() -> Thread.sleep(1))).rehearse(trace, Duration.ofMillis(300));

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
    try (Trace warmUp = TraceRecorder.record(spec.warmUp(OPERATIONS), TINY);
        Trace trace = TraceRecorder.record(spec, TINY)) {
      Replayer replayer = replayer(second(broken));
      assertThatThrownBy(() -> replayer.replay(trace, warmUp))
          .isInstanceOf(ReplayException.class)
          .hasMessageStartingWith("thread 1 of 2 failed before the start")
          .hasMessageContaining("broken pipe");
    }
  }
}
