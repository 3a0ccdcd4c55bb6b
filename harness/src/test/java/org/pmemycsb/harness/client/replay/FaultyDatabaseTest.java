package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceRecorder;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.plan.design.Verify;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/** Databases that do wrong, each in a way of its own, are found out. */
class FaultyDatabaseTest {
  private static final ReplaySettings SETTINGS = Bench.SETTINGS;

  private final MemoryDatabase database = new MemoryDatabase();
  private final AtomicInteger count = new AtomicInteger();

  private Bench loaded(Verify mode, int fieldLength) throws Exception {
    Map<String, String> workload =
        Workloads.of("A", "fieldlength", Integer.toString(fieldLength), "fieldcount", "1");
    Bench bench = new Bench(database, workload, mode);
    bench.load(2);
    return bench;
  }

  /** Passes what it does not change to the correct database. */
  private abstract class Faulty extends MemoryDatabase.Client {
    Faulty() {
      database.super();
    }
  }

  @ParameterizedTest
  @CsvSource({"FULL,2,100,20000", "FULL,2,8,20000", "SAMPLE,1,100,600000"})
  void droppedUpdateIsFound(Verify mode, int threads, int length, int operations) throws Exception {
    Bench bench = loaded(mode, length);
    ClientFactory dropping =
        t ->
            new Faulty() {
              @Override
              public Status update(String table, String key, Map<String, ByteIterator> values) {
                return count.incrementAndGet() % 1000 == 0
                    ? Status.OK
                    : super.update(table, key, values);
              }
            };
    PhaseMeasurement phase = bench.transactions(dropping, threads, operations, 1, SETTINGS);
    assertThat(phase.failed() + phase.notFound()).isZero();
    assertThat(phase.faults().verification().faults()).containsOnlyKeys("stale");
    assertThat(phase.faults().verification().examples().get(0)).contains("user").contains("field0");
  }

  @Test
  void correctDatabaseIsNotAccused() throws Exception {
    Bench bench = loaded(Verify.FULL, 8);
    PhaseMeasurement phase =
        bench.transactions(t -> database.new Client(), 8, 100_000, 1, SETTINGS);
    assertThat(phase.faults().verification().faults()).isEmpty();
    assertThat(phase.faults().verification().valuesChecked()).isGreaterThan(40_000);
  }

  @Test
  void lostInsertIsFoundByTheAudit() throws Exception {
    Bench bench = new Bench(database, Workloads.of("A", "fieldlength", "32"), Verify.FULL);
    PhaseMeasurement phase =
        bench.replay(
            t ->
                new Faulty() {
                  @Override
                  public Status insert(String table, String key, Map<String, ByteIterator> v) {
                    return count.incrementAndGet() == 17 ? Status.OK : super.insert(table, key, v);
                  }
                },
            TraceSpec.load(Workloads.typed(bench.workload), 2, Bench.RECORDS, 1),
            null,
            Changed.with(SETTINGS, "auditRecords", Long.MAX_VALUE));
    assertThat(phase.good()).isEqualTo(Bench.RECORDS);
    assertThat(phase.faults().verification().faults()).isEqualTo(Map.of("missing", 1L));
  }

  @Test
  void aReadThatFailsInTheAuditTellsItsStatus() throws Exception {
    Bench bench = new Bench(database, Workloads.of("A", "fieldlength", "32"), Verify.FULL);
    PhaseMeasurement phase =
        bench.replay(
            t ->
                new Faulty() {
                  @Override
                  public Status read(
                      String table, String key, Set<String> f, Map<String, ByteIterator> result) {
                    return new Status("UNAVAILABLE", "connection\nrefused");
                  }
                },
            TraceSpec.load(Workloads.typed(bench.workload), 2, Bench.RECORDS, 1),
            null,
            Changed.with(SETTINGS, "auditRecords", 1L));

    assertThat(phase.faults().verification().examples())
        .singleElement()
        .asString()
        .matches("MISSING user\\d+: the read gave UNAVAILABLE, connection; refused");
  }

  @Test
  void staleReadIsFound() throws Exception {
    Bench bench = loaded(Verify.FULL, 100);
    Map<String, byte[]> before = new HashMap<>();
    ClientFactory stale =
        t ->
            new Faulty() {
              @Override
              public Status update(String table, String key, Map<String, ByteIterator> values) {
                before.put(key, database.records.get(key).get("field0"));
                return super.update(table, key, values);
              }

              @Override
              public Status read(
                  String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
                Status status = super.read(table, key, fields, result);
                if (before.containsKey(key) && count.incrementAndGet() % 500 == 0) {
                  result.put("field0", new ByteArrayByteIterator(before.get(key)));
                }
                return status;
              }
            };
    PhaseMeasurement phase = bench.transactions(stale, 1, 20_000, 1, SETTINGS);
    assertThat(phase.faults().verification().faults()).containsOnlyKeys("stale");
  }

  @Test
  void throwingThreadDiesAndTheOthersStop() throws Exception {
    Bench bench = loaded(Verify.FULL, 100);
    ClientFactory throwing =
        t ->
            new Faulty() {
              private int mine;

              @Override
              public Status update(String table, String key, Map<String, ByteIterator> values) {
                if (t == 1 && ++mine == 300) {
                  throw new IllegalStateException("broken pipe\nand a long tale");
                }
                return super.update(table, key, values);
              }
            };
    PhaseMeasurement phase = bench.transactions(throwing, 2, 500_000, 1, SETTINGS);
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
    Bench bench = loaded(Verify.FULL, 100);
    Status own = new Status("DISK_FULL", "no room");
    ClientFactory failing =
        t ->
            new Faulty() {
              @Override
              public Status update(String table, String key, Map<String, ByteIterator> values) {
                return switch (count.incrementAndGet() % 4) {
                  case 0 -> own;
                  case 1 -> null;
                  case 2 -> Status.BATCHED_OK;
                  default -> Status.NOT_FOUND;
                };
              }
            };
    Bench updates =
        new Bench(
            database,
            Workloads.of("C", "readproportion", "0", "updateproportion", "1"),
            Verify.OFF);
    updates.records = bench.records;
    PhaseMeasurement phase =
        updates.replay(
            failing,
            TraceSpec.transactions(Workloads.typed(updates.workload), 1, 1000, updates.records, 1),
            null,
            SETTINGS);
    assertThat(phase.work().operations().get(OperationKind.UPDATE))
        .isEqualTo(new PhaseMeasurement.Outcome(250, 250, 500));
    assertThat(phase.faults().failures().counts())
        .isEqualTo(Map.of("UPDATE DISK_FULL", 250L, "UPDATE null", 250L));
    assertThat(phase.good()).as("failures are no throughput").isEqualTo(250);
    assertThat(phase.complete()).isTrue();
  }

  /** A database that fails slowly, from the given operation on. */
  private ClientFactory dying(int after) {
    Status gone = new Status("GONE", "no server\n  at the socket");
    return t ->
        new Faulty() {
          @Override
          public Status read(
              String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
            return count.incrementAndGet() > after
                ? fail()
                : super.read(table, key, fields, result);
          }

          @Override
          public Status update(String table, String key, Map<String, ByteIterator> values) {
            return count.incrementAndGet() > after ? fail() : super.update(table, key, values);
          }

          private Status fail() {
            sleepThroughInterrupts(1);
            return gone;
          }
        };
  }

  @Test
  @Timeout(120)
  void aPhaseEndsWhenEveryOperationFails() throws Exception {
    Bench bench = loaded(Verify.OFF, 100);
    PhaseMeasurement phase = bench.transactions(dying(500), 2, 2_000_000, 1, SETTINGS);

    assertThat(phase.complete()).isFalse();
    assertThat(phase.faults().failures().endedPhase()).isTrue();
    assertThat(phase.faults().failures().causes())
        .containsEntry("READ GONE", "no server; at the socket");
    assertThat(phase.good()).isEqualTo(460); // the warm-up has made 40
    assertThat(database.open).hasValue(0);
  }

  @Test
  @Timeout(120)
  void aPhaseOfWhichSomeOperationsFailGoesOn() throws Exception {
    Bench bench = loaded(Verify.OFF, 100);
    ClientFactory ailing =
        t ->
            new Faulty() {
              @Override
              public Status read(
                  String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
                sleepThroughInterrupts(1);
                return count.incrementAndGet() % 100 == 0
                    ? super.read(table, key, fields, result)
                    : Status.ERROR;
              }
            };
    PhaseMeasurement phase = bench.transactions(ailing, 1, 5_000, 1, SETTINGS);

    assertThat(phase.complete()).isTrue();
    assertThat(phase.faults().failures().endedPhase()).isFalse();
    assertThat(phase.faults().failures().causes()).isEmpty();
  }

  @Test
  @Timeout(120)
  void aWarmUpInWhichEveryOperationFailsEndsThePhase() throws Exception {
    Bench bench = loaded(Verify.OFF, 100);
    TraceSpec spec =
        TraceSpec.transactions(Workloads.typed(bench.workload), 2, 10_000_000, bench.records, 1);
    try (Trace warmUp = TraceRecorder.record(spec.warmUp(20_000))) {
      Replayer replayer =
          new Replayer(dying(0), bench.payload, SETTINGS, (done, asked, elapsed) -> {});
      assertThatThrownBy(() -> replayer.replay(Duration.ofHours(1), spec, warmUp))
          .isInstanceOf(ReplayException.class)
          .hasMessage(
              "every operation of the warm-up failed for a second: no server; at the socket");
    }
    assertThat(database.open).hasValue(0);
  }

  @Test
  void slowDatabaseShowsItsLatency() throws Exception {
    Bench bench = loaded(Verify.FULL, 100);
    ClientFactory slow =
        t ->
            new Faulty() {
              @Override
              public Status read(
                  String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
                sleepThroughInterrupts(5);
                return super.read(table, key, fields, result);
              }
            };
    PhaseMeasurement phase =
        bench.transactions(
            slow, 1, 60, 1, Changed.with(SETTINGS, "seriesInterval", Duration.ofMillis(50)));
    assertThat(phase.latencies().service().get(OperationKind.READ).getValueAtPercentile(50))
        .isGreaterThan(4_900_000);
    assertThat(phase.latencies().service().get(OperationKind.UPDATE).getMinValue())
        .isLessThan(4_900_000);
    assertThat(phase.work().series().operations()).isNotEmpty();
    assertThat(phase.work().series().operations().stream().mapToLong(n -> n).sum()).isEqualTo(60);
  }

  /** Coordinated omission: who waits for the stuck one is late as well. */
  @Test
  void pauseShowsInLatenciesFromTheIntendedStart() throws Exception {
    Bench bench = loaded(Verify.FULL, 100);
    ClientFactory pausing =
        t ->
            new Faulty() {
              @Override
              public Status read(
                  String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
                if (count.incrementAndGet() == 300) {
                  sleepThroughInterrupts(1000);
                }
                return super.read(table, key, fields, result);
              }
            };
    PhaseMeasurement phase =
        bench.transactions(pausing, 1, 2000, 1, Changed.with(SETTINGS, "target", 1000));
    Histogram actual = phase.latencies().service().get(OperationKind.READ);
    Histogram intended = phase.latencies().intended().get(OperationKind.READ);
    assertThat(phase.time().durationNanos()).isGreaterThan(1_990_000_000L);
    assertThat(actual.getMaxValue()).isGreaterThan(990_000_000L);
    assertThat(intended.getMaxValue()).isGreaterThan(990_000_000L);
    // A thousand operations were due in that second, half of all: evenly late, from 1 s to none.
    assertThat(intended.getValueAtPercentile(90)).isGreaterThan(500_000_000L);
    assertThat(actual.getValueAtPercentile(90)).isLessThan(intended.getValueAtPercentile(90) / 2);
    assertThat(intended.getTotalCount()).isEqualTo(actual.getTotalCount());
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void stuckThreadEndsThePhase(boolean heedsInterrupts) throws Exception {
    Bench bench = loaded(Verify.FULL, 100);
    AtomicBoolean release = new AtomicBoolean();
    ClientFactory sticking =
        t ->
            new Faulty() {
              @Override
              public Status read(
                  String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
                if (t == 1 && count.incrementAndGet() == 200) {
                  while (!release.get() && !(heedsInterrupts && Thread.interrupted())) {
                    LockSupport.parkNanos(1_000_000);
                  }
                }
                return super.read(table, key, fields, result);
              }
            };
    PhaseMeasurement phase =
        bench.transactions(
            sticking,
            2,
            100_000,
            1,
            Changed.with(
                Changed.with(SETTINGS, "target", 2000), "stuckAfter", Duration.ofMillis(400)));
    release.set(true);
    assertThat(phase.complete()).isFalse();
    assertThat(phase.faults().deadThreads()).hasSize(1);
    assertThat(phase.faults().deadThreads().get(0).thread()).isEqualTo(1);
    assertThat(phase.faults().deadThreads().get(0).at()).startsWith("READ of user");
    assertThat(phase.faults().deadThreads().get(0).cause()).contains("stuck").contains("400 ms");
  }

  static void sleepThroughInterrupts(long millis) {
    long end = System.nanoTime() + millis * 1_000_000;
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
      Thread.interrupted();
    }
  }
}
