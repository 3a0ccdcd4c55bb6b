package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceRecorder;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.plan.design.Verify;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/** Phases that end by time; nothing here expects more of a clock than that it runs. */
class TimedPhaseTest {
  private static final Duration SHORT = Duration.ofMillis(30);
  private static final Duration LONG = Duration.ofSeconds(2);
  private static final long NO_LIMIT = 1_000_000;
  // Of so many operations, the smallest sample has neither none nor all.
  private static final long MANY = 400;

  private final MemoryDatabase database = new MemoryDatabase();

  private Bench bench(String workload) throws Exception {
    Bench bench = new Bench(database, Workloads.of(workload, "fieldlength", "32"), Verify.FULL);
    bench.load(1);
    return bench;
  }

  private PhaseMeasurement replay(Bench bench, Duration time, int threads, long most, double target)
      throws Exception {
    return replay(bench, t -> database.new Client(), time, threads, 100_000_000, most, target);
  }

  private PhaseMeasurement replay(
      Bench bench,
      ClientFactory clients,
      Duration time,
      int threads,
      long operations,
      long mostInSegment,
      double target)
      throws Exception {
    TraceSpec spec =
        TraceSpec.transactions(
            Workloads.typed(bench.workload), threads, operations, bench.records, 3);
    ReplaySettings settings = Changed.with(Bench.SETTINGS, "target", target);
    Heard heard = new Heard();
    Replayer replayer = new Replayer(clients, bench.payload, settings, heard);
    try (Trace warmUp = TraceRecorder.record(spec.warmUp(threads * 20L));
        // Nothing here asks whether the warm-up was steady.
        Segments segments = Segments.lasting(time, spec, target, mostInSegment).practising()) {
      PhaseMeasurement phase = replayer.replay(segments, warmUp);
      bench.records = phase.work().recordsAfter();
      assertThat(heard.begun).isEqualTo(heard.ended).isEqualTo(phase.replay().segments());
      return phase;
    }
  }

  private static final class Heard implements ProgressListener {
    private int begun;
    private int ended;

    @Override
    public void progress(long done, long asked, long elapsedNanos) {
      assertThat(begun).as("while operations are made").isGreaterThan(ended);
    }

    @Override
    public void segmentStarts() {
      begun++;
    }

    @Override
    public void segmentEnded() {
      ended++;
    }
  }

  private static void assertGood(PhaseMeasurement phase) {
    assertThat(phase.faults().deadThreads()).isEmpty();
    assertThat(phase.faults().failures().counts()).isEmpty();
    assertThat(phase.notFound()).isZero();
    assertThat(phase.faults().verification().faults()).isEmpty();
    assertThat(phase.complete()).isTrue();
    assertThat(phase.good()).isEqualTo(phase.work().asked()).isPositive();
    assertThat(phase.replay().stalls().count()).as("no thread waits for a recorder").isZero();
    assertThat(phase.work().series().operations().stream().mapToLong(n -> n).sum())
        .isEqualTo(phase.work().asked());
    assertThat(phase.work().series().endNanos()).isSorted();
    long timed =
        phase.latencies().service().values().stream().mapToLong(Histogram::getTotalCount).sum();
    long halves =
        phase.latencies().service().containsKey(OperationKind.READ_MODIFY_WRITE)
            ? 2 * phase.latencies().service().get(OperationKind.READ_MODIFY_WRITE).getTotalCount()
            : 0;
    if (phase.replay().latencyEvery() == 1) {
      assertThat(timed - halves).isEqualTo(phase.work().asked());
    } else if (phase.work().asked() > MANY) {
      assertThat(timed - halves).isPositive().isLessThan(phase.work().asked());
    } else {
      assertThat(timed - halves).isBetween(0L, phase.work().asked());
    }
  }

  @Test
  void theWarmUpComesAgainRightBeforeTheClock() throws Exception {
    Bench bench = bench("C");
    TraceSpec spec =
        TraceSpec.transactions(Workloads.typed(bench.workload), 1, 100_000_000, bench.records, 3);
    AtomicLong reads = new AtomicLong();
    List<Long> readsBefore = new ArrayList<>();
    Replayer replayer =
        new Replayer(
            thread ->
                database.new Client() {
                  @Override
                  public Status read(
                      String table,
                      String key,
                      Set<String> fields,
                      Map<String, ByteIterator> result) {
                    reads.incrementAndGet();
                    return super.read(table, key, fields, result);
                  }
                },
            bench.payload,
            Changed.with(Bench.SETTINGS, "auditRecords", 0),
            new ProgressListener() {
              @Override
              public void progress(long done, long asked, long elapsedNanos) {}

              @Override
              public void starts() {
                readsBefore.add(reads.get());
              }

              @Override
              public boolean ready() {
                readsBefore.add(reads.get());
                return true;
              }
            });
    try (Trace warmUp = TraceRecorder.record(spec.warmUp(20))) {
      PhaseMeasurement phase = replayer.practise(Duration.ofMillis(20), spec, warmUp);

      assertGood(phase);
      assertThat(readsBefore.get(1)).isGreaterThan(readsBefore.get(0));
      assertThat(phase.good()).isEqualTo(reads.get() - readsBefore.get(1));
    }
  }

  @ParameterizedTest
  @CsvSource({"100, 520, 120", "1000, 1200, 1200", "5000, 2500, 5500"})
  void anUnsteadyWarmUpLastsAboutAsLongAsItsWorkloadWithinLimits(
      long millis, long warmUp, long practice) throws Exception {
    TraceSpec spec = TraceSpec.transactions(Workloads.typed(bench("C").workload), 1, 100, 10, 3);
    try (Segments segments = Segments.lasting(Duration.ofMillis(millis), spec, 0, 90_000)) {
      assertThat(segments.warmUpNanos()).isEqualTo(Duration.ofMillis(warmUp).toNanos());
      assertThat(segments.practising().warmUpNanos())
          .isEqualTo(Duration.ofMillis(practice).toNanos());
    }
  }

  @Test
  void progressIsToldEachFifthOfASecondAtMost() throws Exception {
    Bench bench = bench("C");
    TraceSpec spec =
        TraceSpec.transactions(Workloads.typed(bench.workload), 1, 100_000, bench.records, 3);
    ReplaySettings settings = Changed.with(Bench.SETTINGS, "seriesInterval", Duration.ofMillis(10));
    List<Long> told = new ArrayList<>();
    Replayer replayer =
        new Replayer(
            thread -> database.new Client(),
            bench.payload,
            settings,
            (done, asked, elapsed) -> told.add(elapsed));
    try (Trace warmUp = TraceRecorder.record(spec.warmUp(20))) {
      replayer.practise(Duration.ofMillis(500), spec, warmUp);
    }
    assertThat(told).isNotEmpty();
    for (int i = 1; i < told.size(); i++) {
      assertThat(told.get(i) - told.get(i - 1)).isGreaterThanOrEqualTo(200_000_000);
    }
  }

  @ParameterizedTest
  @CsvSource({"A,1", "A,4", "C,2", "D,1", "D,4", "E,2", "F,2"})
  void aPhaseEndsByTime(String workload, int threads) throws Exception {
    Bench bench = bench(workload);
    PhaseMeasurement phase = replay(bench, SHORT, threads, NO_LIMIT, 0);

    assertGood(phase);
    assertThat(phase.time().durationNanos()).isGreaterThanOrEqualTo(SHORT.toNanos());
    assertThat(phase.replay().warmedUp()).as("the warm-up is timed").isPresent();
    assertThat(database.records).hasSize((int) phase.work().recordsAfter());
    assertThat(database.open).hasValue(0);
  }

  @ParameterizedTest
  @CsvSource({"A,1", "A,3", "D,1", "D,3", "E,3"})
  void aPhaseGoesOnWhenItsTraceEnds(String workload, int threads) throws Exception {
    Bench bench = bench(workload);
    int segments = 0;
    // On a busy machine, a thread may get no time for a whole trace.
    for (int run = 0; run < 2 || segments < 2 && run < 20; run++) {
      PhaseMeasurement phase = replay(bench, SHORT, threads, 300, 0);

      assertGood(phase);
      segments = Math.max(segments, phase.replay().segments());
      assertThat(phase.time().durationNanos()).isGreaterThanOrEqualTo(SHORT.toNanos());
      // New keys go on where the last segment ended.
      assertThat(database.records).hasSize((int) phase.work().recordsAfter());
    }
    assertThat(segments).isGreaterThan(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void operationsEndAPhaseThatHasTimeLeft(int threads) throws Exception {
    Bench bench = bench("D");
    PhaseMeasurement phase =
        replay(bench, t -> database.new Client(), LONG, threads, 5003, 600 * threads, 0);

    assertGood(phase);
    assertThat(phase.work().asked()).isEqualTo(5003);
    assertThat(phase.replay().segments()).isGreaterThan(1);
    assertThat(database.records).hasSize((int) phase.work().recordsAfter());
  }

  @Test
  void aPhaseThatEndsByOperationsHasOneTrace() throws Exception {
    Bench bench = bench("A");
    PhaseMeasurement phase =
        bench.transactions(t -> database.new Client(), 2, 1000, 1, Bench.SETTINGS);

    assertGood(phase);
    assertThat(phase.replay().segments()).isOne();
  }

  @Test
  void aPracticeLoadEndsWithItsRecordsOrWithItsTime() throws Exception {
    Bench bench = new Bench(database, Workloads.of("A"), Verify.OFF);
    TraceSpec load = TraceSpec.load(Workloads.typed(bench.workload), 2, 300, 1);

    PhaseMeasurement whole = practise(bench, t -> database.new Client(), load, LONG);
    assertThat(whole.complete()).isTrue();
    assertThat(whole.good()).isEqualTo(300);
    assertThat(whole.replay().warmedUp().orElseThrow().nanos()).isPositive();

    database.records.clear();
    ClientFactory slow =
        t ->
            database.new Client() {
              @Override
              public Status insert(String table, String key, Map<String, ByteIterator> values) {
                LockSupport.parkNanos(1_000_000);
                return super.insert(table, key, values);
              }
            };
    PhaseMeasurement part = practise(bench, slow, load, Duration.ofMillis(5));
    assertThat(part.complete()).isTrue();
    assertThat(part.good()).isEqualTo(part.work().asked()).isPositive().isLessThan(300);
    assertThat(database.records).hasSize((int) part.good());
  }

  @Test
  void aPhaseInIterationsWaitsForItsTurnBeforeEach() throws Exception {
    Bench bench = bench("A");
    List<Integer> turns = new ArrayList<>();
    ProgressListener inTurn =
        new ProgressListener() {
          @Override
          public void progress(long done, long asked, long elapsedNanos) {}

          @Override
          public boolean ready() {
            turns.add(turns.size());
            return turns.size() <= 6;
          }
        };
    TraceSpec spec =
        TraceSpec.transactions(Workloads.typed(bench.workload), 2, 100_000_000, Bench.RECORDS, 1);
    PhaseMeasurement phase;
    try (Trace warmUp = TraceRecorder.record(spec.warmUp(1000))) {
      phase =
          new Replayer(t -> database.new Client(), bench.payload, Bench.SETTINGS, inTurn)
              .replay(Duration.ofMillis(100), Duration.ofMillis(10), spec, warmUp);
    }

    assertGood(phase);
    assertThat(turns).hasSize(7);
    assertThat(phase.work().iterations()).hasSize(6).allMatch(rate -> rate > 0);
    assertThat(phase.time().durationNanos()).isGreaterThanOrEqualTo(60_000_000);
    assertThat(phase.good()).isEqualTo(phase.work().asked());
  }

  @ParameterizedTest
  @CsvSource({"A,1", "D,1", "D,3"})
  void aPhaseInIterationsMakesALongTraceAgain(String workload, int threads) throws Exception {
    Bench bench = bench(workload);
    TraceSpec spec =
        TraceSpec.transactions(
            Workloads.typed(bench.workload), threads, 100_000_000, Bench.RECORDS, 1);
    PhaseMeasurement phase;
    try (Segments segments =
            Segments.lasting(Duration.ofMillis(100), spec, 0, 600).in(Duration.ofMillis(20));
        Trace warmUp = TraceRecorder.record(spec.warmUp(1000))) {
      phase =
          new Replayer(t -> database.new Client(), bench.payload, Bench.SETTINGS, (d, a, e) -> {})
              .replay(segments, warmUp);
    }

    assertGood(phase);
    assertThat(phase.good()).isGreaterThan(600);
    assertThat(phase.replay().segments()).as("one trace, made again").isEqualTo(2);
    assertThat(database.records).hasSize((int) phase.work().recordsAfter());
  }

  private static PhaseMeasurement practise(
      Bench bench, ClientFactory clients, TraceSpec load, Duration atMost) throws Exception {
    try (Trace trace = TraceRecorder.record(load)) {
      return new Replayer(clients, bench.payload, Bench.SETTINGS, (d, a, e) -> {})
          .practise(trace, atMost);
    }
  }

  @Test
  void anOperationThatLastsLongerThanThePhaseIsCounted() throws Exception {
    Bench bench = bench("C");
    ClientFactory slow =
        t ->
            database.new Client() {
              @Override
              public Status read(
                  String table, String key, Set<String> f, Map<String, ByteIterator> result) {
                try {
                  Thread.sleep(30);
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                return super.read(table, key, f, result);
              }
            };
    PhaseMeasurement phase = replay(bench, slow, Duration.ofMillis(1), 2, 1000, NO_LIMIT, 0);

    assertThat(phase.complete()).isTrue();
    assertThat(phase.good()).isEqualTo(phase.work().asked()).isBetween(1L, 2L);
  }

  @Test
  void aScheduleGoesOnOverSegments() throws Exception {
    // At 100,000 operations a second, 3000 are due in the time; on a busy machine, some come late.
    PhaseMeasurement phase = replay(bench("A"), SHORT, 2, 600, 100_000);

    assertGood(phase);
    assertThat(phase.work().asked()).isLessThanOrEqualTo(3000);
    assertThat(phase.time().durationNanos()).isGreaterThanOrEqualTo(SHORT.toNanos());
    assertThat(phase.latencies().intended()).isNotEmpty();
  }

  @Test
  void aThreadThatDiesEndsThePhase() throws Exception {
    Bench bench = bench("D");
    CountDownLatch inserts = new CountDownLatch(50);
    // The warm-up inserts nothing.
    ClientFactory mortal =
        t ->
            database.new Client() {
              @Override
              public Status insert(String table, String key, Map<String, ByteIterator> values) {
                inserts.countDown();
                if (inserts.getCount() == 0) {
                  throw new IllegalStateException("gone");
                }
                return super.insert(table, key, values);
              }
            };
    PhaseMeasurement phase = replay(bench, mortal, LONG, 2, 1_000_000, 600, 0);

    assertThat(phase.complete()).isFalse();
    assertThat(phase.faults().deadThreads()).isNotEmpty();
    assertThat(phase.failed()).isPositive();
    // Before it stops, the other thread may miss the record of the insert that failed.
    assertThat(phase.good() + phase.failed() + phase.notFound()).isEqualTo(phase.work().asked());
    assertThat(database.open).hasValue(0);
  }

  @Test
  void soMuchIsRecordedAsTheRateAsksFor() throws Exception {
    TraceSpec spec =
        TraceSpec.transactions(Workloads.typed(Workloads.of("D")), 2, 1_000_000, 500, 3);
    try (Segments segments = Segments.lasting(Duration.ofSeconds(1), spec, 0, 90_000)) {
      long second = Duration.ofSeconds(1).toNanos();
      assertThat(segments.leastWarmUpNanos()).isEqualTo(second / 5);
      assertThat(segments.next(10_000 / 1e9, second, 0, 0, 500)).isTrue();
      assertThat(segments.trace().spec()).isEqualTo(spec.segment(0, 15_000, 0, 500));
      assertThat(segments.trace().isComplete()).isTrue();
      assertThat(segments.isLast()).isFalse();
      // Faster than it seemed: what the rest of the time needs, of other operations.
      assertThat(segments.next(30_000 / 1e9, second / 2, 15_000, 0, 700)).isTrue();
      assertThat(segments.trace().spec()).isEqualTo(spec.segment(1, 22_500, 0, 700));
      assertThat(segments.trace().spec().seed()).isNotEqualTo(spec.seed());
      // Never more than fits, never fewer than are worth it, and no more than are left.
      assertThat(segments.next(1, second / 2, 37_500, 0, 800)).isTrue();
      assertThat(segments.trace().spec().operations()).isEqualTo(90_000);
      assertThat(segments.next(0, second / 2, 100_000, 0, 800)).isTrue();
      assertThat(segments.trace().spec().operations()).isEqualTo(2000);
      assertThat(segments.next(1, second / 2, 999_990, 0, 900)).isTrue();
      assertThat(segments.trace().spec().operations()).isEqualTo(10);
      assertThat(segments.isLast()).isTrue();
      assertThat(segments.next(1, second / 2, 1_000_000, 0, 900)).isFalse();
      assertThat(segments.next(1, 0, 999_000, 0, 900)).isFalse();
      assertThat(segments.count()).isEqualTo(5);
    }
  }

  @Test
  void aLongPhaseWarmsUpForATenthAtLeast() {
    TraceSpec spec = TraceSpec.transactions(Workloads.typed(Workloads.of("C")), 1, 1_000, 500, 3);
    try (Segments segments = Segments.lasting(Duration.ofSeconds(10), spec, 0, 90_000)) {
      assertThat(segments.leastWarmUpNanos()).isEqualTo(Duration.ofSeconds(1).toNanos());
    }
  }

  @Test
  void aTargetAsksForNoMoreThanItsSchedule() throws Exception {
    TraceSpec spec =
        TraceSpec.transactions(Workloads.typed(Workloads.of("A")), 2, 1_000_000, 500, 3);
    try (Segments segments = Segments.lasting(Duration.ofSeconds(1), spec, 5000, 90_000)) {
      assertThat(segments.next(10_000 / 1e9, 1_000_000_000, 0, 0, 500)).isTrue();
      // Five standard deviations of a Poisson process, and an open chunk of each thread.
      assertThat(segments.trace().spec().operations()).isEqualTo(5000 + 353 + 128);
    }
  }
}
