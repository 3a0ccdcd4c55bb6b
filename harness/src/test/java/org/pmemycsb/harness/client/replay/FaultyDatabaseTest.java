package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.plan.design.Verify;
import site.ycsb.Status;

/** Databases that do wrong, each in a way of its own, are found out. */
class FaultyDatabaseTest {
  private static final ReplaySettings SETTINGS = Bench.SETTINGS;

  private final MemoryDatabase database = new MemoryDatabase();
  private final AtomicInteger count = new AtomicInteger();

  private Bench bench(Verify mode, int fieldLength) {
    return new Bench(database, Workloads.of("A", "fieldlength=" + fieldLength), mode);
  }

  private Bench loaded(Verify mode, int fieldLength) throws Exception {
    Bench bench = bench(mode, fieldLength);
    bench.load(2);
    return bench;
  }

  @ParameterizedTest
  @CsvSource({"FULL,2,100,20000", "FULL,2,8,20000", "SAMPLE,1,100,600000"})
  void droppedUpdateIsFound(Verify mode, int threads, int length, int operations) throws Exception {
    ClientFactory dropping =
        database.updating(call -> count.incrementAndGet() % 1000 == 0 ? Status.OK : call.right());
    PhaseMeasurement phase = loaded(mode, length).transactions(dropping, threads, operations);
    assertThat(phase.failed() + phase.notFound()).isZero();
    assertThat(phase.faults().verification().faults()).containsOnlyKeys("stale");
    assertThat(phase.faults().verification().examples().get(0)).contains("user").contains("field0");
  }

  @Test
  void correctDatabaseIsNotAccused() throws Exception {
    PhaseMeasurement phase = loaded(Verify.FULL, 8).transactions(database.clients(), 8, 100_000);
    assertThat(phase.faults().verification().faults()).isEmpty();
    assertThat(phase.faults().verification().valuesChecked()).isGreaterThan(40_000);
  }

  @Test
  void lostInsertIsFoundByTheAudit() throws Exception {
    Bench bench = bench(Verify.FULL, 32);
    PhaseMeasurement phase =
        bench.replay(
            database.inserting(call -> count.incrementAndGet() == 17 ? Status.OK : call.right()),
            bench.loading(2, Bench.RECORDS),
            null,
            Changed.with(SETTINGS, "auditRecords", Long.MAX_VALUE));
    assertThat(phase.good()).isEqualTo(Bench.RECORDS);
    assertThat(phase.faults().verification().faults()).isEqualTo(Map.of("missing", 1L));
  }

  @Test
  void aReadThatFailsInTheAuditTellsItsStatus() throws Exception {
    Bench bench = bench(Verify.FULL, 32);
    PhaseMeasurement phase =
        bench.replay(
            database.reading(call -> new Status("UNAVAILABLE", "connection\nrefused")),
            bench.loading(2, Bench.RECORDS),
            null,
            Changed.with(SETTINGS, "auditRecords", 1L));

    assertThat(phase.faults().verification().examples())
        .singleElement()
        .asString()
        .matches("MISSING user\\d+: .*UNAVAILABLE, connection; refused");
  }

  @Test
  void throwingThreadDiesAndTheOthersStop() throws Exception {
    ClientFactory throwing =
        database.updating(
            call -> {
              if (call.thread() == 1 && count.incrementAndGet() == 300) {
                throw new IllegalStateException("broken pipe\nand a long tale");
              }
              return call.right();
            });
    PhaseMeasurement phase = loaded(Verify.FULL, 100).transactions(throwing, 2, 500_000);
    assertThat(phase.complete()).isFalse();
    assertThat(phase.good()).isPositive().isLessThan(500_000);
    assertThat(phase.faults().deadThreads()).hasSize(1);
    PhaseMeasurement.DeadThread dead = phase.faults().deadThreads().get(0);
    assertThat(dead.thread()).isEqualTo(1);
    assertThat(dead.at()).startsWith("UPDATE of user");
    assertThat(dead.cause()).isEqualTo("java.lang.IllegalStateException: broken pipe");
    assertThat(phase.faults().failures().counts())
        .isEqualTo(Map.of("UPDATE IllegalStateException", 1L));
    assertThat(database.open).hasValue(0);
  }

  @Test
  void failedOperationsAreCountedByStatusAndAreNoThroughput() throws Exception {
    Status own = new Status("DISK_FULL", "no room");
    ClientFactory failing =
        database.updating(
            call ->
                switch (count.incrementAndGet() % 4) {
                  case 0 -> own;
                  case 1 -> null;
                  case 2 -> Status.BATCHED_OK;
                  default -> Status.NOT_FOUND;
                });
    Bench bench =
        new Bench(database, Workloads.of("C", "readproportion=0 updateproportion=1"), Verify.OFF);
    bench.load(2);
    PhaseMeasurement phase = bench.replay(failing, bench.spec(1, 1000), null, SETTINGS);
    assertThat(phase.work().operations().get(OperationKind.UPDATE))
        .isEqualTo(new PhaseMeasurement.Outcome(250, 250, 500));
    assertThat(phase.faults().failures().counts())
        .isEqualTo(Map.of("UPDATE DISK_FULL", 250L, "UPDATE null", 250L));
    assertThat(phase.good()).as("failures are no throughput").isEqualTo(250);
    assertThat(phase.complete()).isTrue();
  }

  /** A database that fails slowly, from the given operation on. */
  private ClientFactory dying(int after) {
    MemoryDatabase.Change dying =
        call -> {
          if (count.incrementAndGet() <= after) {
            return call.right();
          }
          sleepThroughInterrupts(1);
          return new Status("GONE", "no server\n  at socket");
        };
    return database.reading(dying).updating(dying);
  }

  @Test
  @Timeout(120)
  void aPhaseEndsWhenEveryOperationFails() throws Exception {
    PhaseMeasurement phase = loaded(Verify.OFF, 100).transactions(dying(500), 2, 2_000_000);

    assertThat(phase.complete()).isFalse();
    assertThat(phase.faults().failures().endedPhase()).isTrue();
    assertThat(phase.faults().failures().causes())
        .containsEntry("READ GONE", "no server; at socket");
    assertThat(phase.good()).isEqualTo(460); // the warm-up has made 40
    assertThat(database.open).hasValue(0);
  }

  @Test
  @Timeout(120)
  void aPhaseOfWhichSomeOperationsFailGoesOn() throws Exception {
    ClientFactory ailing =
        database.reading(
            call -> {
              sleepThroughInterrupts(1);
              return count.incrementAndGet() % 100 == 0 ? call.right() : Status.ERROR;
            });
    PhaseMeasurement phase = loaded(Verify.OFF, 100).transactions(ailing, 1, 5_000);

    assertThat(phase.complete()).isTrue();
    assertThat(phase.faults().failures().endedPhase()).isFalse();
    assertThat(phase.faults().failures().causes()).isEmpty();
  }

  @Test
  @Timeout(120)
  void aWarmUpInWhichEveryOperationFailsEndsThePhase() throws Exception {
    Bench bench = loaded(Verify.OFF, 100);
    TraceSpec spec = bench.spec(2, 10_000_000);
    try (Trace warmUp = Trace.record(spec.warmUp(20_000));
        Segments segments = Segments.lasting(Duration.ofHours(1), spec, 0)) {
      Replayer replayer = bench.replayer(dying(0), SETTINGS);
      assertThatThrownBy(() -> replayer.replay(segments, warmUp))
          .isInstanceOf(ReplayException.class)
          .hasMessageContainingAll("warm-up", "no server; at socket");
    }
    assertThat(database.open).hasValue(0);
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void stuckThreadEndsThePhase(boolean heedsInterrupts) throws Exception {
    AtomicBoolean release = new AtomicBoolean();
    ClientFactory sticking =
        database.reading(
            call -> {
              if (call.thread() == 1 && count.incrementAndGet() == 200) {
                while (!release.get() && !(heedsInterrupts && Thread.interrupted())) {
                  LockSupport.parkNanos(1_000_000);
                }
              }
              return call.right();
            });
    ReplaySettings hurried =
        Changed.with(Changed.with(SETTINGS, "target", 2000), "stuckAfter", Duration.ofMillis(400));
    PhaseMeasurement phase =
        loaded(Verify.FULL, 100).transactions(sticking, 2, 100_000, 1, hurried);
    release.set(true);
    assertThat(phase.complete()).isFalse();
    assertThat(phase.faults().deadThreads()).hasSize(1);
    PhaseMeasurement.DeadThread dead = phase.faults().deadThreads().get(0);
    assertThat(dead.thread()).isEqualTo(1);
    assertThat(dead.at()).startsWith("READ of user");
    assertThat(dead.cause()).contains("stuck").contains("400 ms");
  }

  static void sleepThroughInterrupts(long millis) {
    long end = System.nanoTime() + millis * 1_000_000;
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
      Thread.interrupted();
    }
  }
}
