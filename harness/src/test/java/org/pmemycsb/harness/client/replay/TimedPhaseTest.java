package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.plan.design.Verify;

/** Phases that end by time; nothing here expects more of a clock than that it runs. */
class TimedPhaseTest {
  private static final Duration SHORT = Duration.ofMillis(30);
  private static final Duration LONG = Duration.ofSeconds(2);
  private static final long NO_LIMIT = 1_000_000;
  private static final long ENDLESS = 100_000_000;
  // Of so many operations, the smallest sample has neither none nor all.
  private static final long MANY = 400;

  private final MemoryDatabase database = new MemoryDatabase();

  private Bench bench(String workload) throws Exception {
    Bench bench = new Bench(database, Workloads.of(workload, "fieldlength=32"), Verify.FULL);
    bench.load(1);
    return bench;
  }

  private PhaseMeasurement replay(Bench bench, Duration time, int threads, long most, double target)
      throws Exception {
    return replay(bench, database.clients(), time, bench.spec(threads, ENDLESS), most, target);
  }

  private PhaseMeasurement replay(
      Bench bench,
      ClientFactory clients,
      Duration time,
      TraceSpec spec,
      long mostInSegment,
      double target)
      throws Exception {
    ReplaySettings settings = Changed.with(Bench.SETTINGS, "target", target);
    Heard heard = new Heard();
    Replayer replayer = new Replayer(clients, bench.payload, settings, heard);
    try (Trace warmUp = Trace.record(spec.warmUp(spec.threads() * 20L));
        // Nothing here asks whether the warm-up was steady.
        Segments segments = Segments.lasting(time, spec, target, mostInSegment).practising()) {
      PhaseMeasurement phase = replayer.replay(segments, warmUp);
      bench.records = phase.work().recordsAfter();
      assertThat(heard.begun).isEqualTo(heard.ended).isEqualTo(phase.replay().segments());
      return phase;
    }
  }

  private static class Heard implements ProgressListener {
    private int begun;
    private int ended;

    @Override
    public void progress(long done, long asked, long elapsedNanos) {
      assertThat(begun).as("while operations are made").isGreaterThan(ended);
    }

    @Override
    public void segmentStarts() throws InterruptedException {
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
    assertThat(phase.replay().stalledNanos()).isZero();
    assertThat(phase.work().series().operations().stream().mapToLong(n -> n).sum())
        .isEqualTo(phase.work().asked());
    assertThat(phase.work().series().seconds()).isSorted();
    Map<OperationKind, Histogram> latencies = phase.latencies().service();
    long timed = latencies.values().stream().mapToLong(Histogram::getTotalCount).sum();
    if (latencies.containsKey(OperationKind.READ_MODIFY_WRITE)) {
      timed -= 2 * latencies.get(OperationKind.READ_MODIFY_WRITE).getTotalCount();
    }
    if (phase.replay().latencyEvery() == 1) {
      assertThat(timed).isEqualTo(phase.work().asked());
    } else if (phase.work().asked() > MANY) {
      assertThat(timed).isPositive().isLessThan(phase.work().asked());
    } else {
      assertThat(timed).isBetween(0L, phase.work().asked());
    }
  }

  /** The clock moves in operations, by 1 us, and while the next are recorded, by 1 s. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theTimeInWhichOperationsAreRecordedIsNotMeasured(boolean byTime) throws Exception {
    Bench bench = bench("A");
    AtomicLong now = new AtomicLong(System.nanoTime());
    Ticker clock =
        new Ticker() {
          @Override
          long nanos() {
            return now.get();
          }

          @Override
          void pause(long nanos) {
            now.addAndGet(nanos);
          }
        };
    MemoryDatabase.Change takes =
        call -> {
          now.addAndGet(1_000);
          return call.right();
        };
    Heard recording =
        new Heard() {
          @Override
          public void segmentStarts() throws InterruptedException {
            super.segmentStarts();
            now.addAndGet(1_000_000_000);
          }
        };
    TraceSpec spec = bench.spec(1, 3000);
    try (Trace trace = Trace.record(spec, 1 << 14);
        Segments segments =
            byTime ? Segments.lasting(Duration.ofMillis(2), spec, 0, 500) : Segments.of(trace)) {
      ClientFactory clients = database.reading(takes).updating(takes);
      PhaseMeasurement phase =
          new Replayer(clients, bench.payload, Bench.SETTINGS, recording, clock)
              .replay(segments, null);

      assertThat(phase.replay().segments()).isGreaterThan(1);
      assertThat(phase.work().asked()).isEqualTo(byTime ? 2000 : 3000);
      assertThat(phase.time().durationNanos()).isEqualTo(1_000 * phase.good());
    }
  }

  @Test
  void theWarmUpComesAgainRightBeforeTheClock() throws Exception {
    Bench bench = bench("C");
    TraceSpec spec = bench.spec(1, ENDLESS);
    AtomicLong reads = new AtomicLong();
    ClientFactory counting =
        database.reading(
            call -> {
              reads.incrementAndGet();
              return call.right();
            });
    List<Long> readsBefore = new ArrayList<>();
    AtomicLong read = new AtomicLong();
    ProgressListener noting =
        new Heard() {
          @Override
          public void segmentStarts() throws InterruptedException {
            super.segmentStarts();
            Thread.sleep(5);
            read.compareAndSet(0, System.currentTimeMillis());
          }

          @Override
          public void starts() {
            readsBefore.add(reads.get());
          }

          @Override
          public boolean ready() {
            readsBefore.add(reads.get());
            return true;
          }
        };
    ReplaySettings settings = Changed.with(Bench.SETTINGS, "auditRecords", 0);
    try (Trace warmUp = Trace.record(spec.warmUp(20));
        Segments segments = Segments.lasting(Duration.ofMillis(20), spec, 0).practising()) {
      PhaseMeasurement phase =
          new Replayer(counting, bench.payload, settings, noting).replay(segments, warmUp);

      assertGood(phase);
      assertThat(readsBefore.get(1)).isGreaterThan(readsBefore.get(0));
      assertThat(phase.good()).isEqualTo(reads.get() - readsBefore.get(1));
      assertThat(phase.time().startedAtMillis()).isGreaterThanOrEqualTo(read.get());
    }
  }

  @ParameterizedTest
  @CsvSource({"A,1", "A,4", "C,2", "D,1", "D,4", "E,2", "F,2"})
  void aPhaseEndsByTime(String workload, int threads) throws Exception {
    PhaseMeasurement phase = replay(bench(workload), SHORT, threads, NO_LIMIT, 0);

    assertGood(phase);
    assertThat(phase.time().durationNanos()).isGreaterThanOrEqualTo(SHORT.toNanos());
    assertThat(phase.replay().warmUp()).as("the warm-up is timed").isPresent();
    assertThat(database.records).hasSize((int) phase.work().recordsAfter());
    assertThat(database.open).hasValue(0);
  }

  @ParameterizedTest
  @CsvSource({"A,1,2000", "A,3,2000", "D,1,1000", "D,3,1000", "E,3,300"})
  void aPhaseGoesOnWhenItsTraceEnds(String workload, int threads, int operations) throws Exception {
    Bench bench = bench(workload);
    int segments = 0;
    // On a busy machine, a thread may get no time for a whole trace.
    for (int run = 0; run < 2 || segments < 2 && run < 20; run++) {
      PhaseMeasurement phase = replay(bench, SHORT, threads, operations, 0);

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
        replay(bench, database.clients(), LONG, bench.spec(threads, 5003), 600 * threads, 0);

    assertGood(phase);
    assertThat(phase.work().asked()).isEqualTo(5003);
    assertThat(phase.replay().segments()).isGreaterThan(1);
    assertThat(database.records).hasSize((int) phase.work().recordsAfter());
  }

  @Test
  void aPracticeLoadEndsWithItsRecordsOrWithItsTime() throws Exception {
    Bench bench = new Bench(database, Workloads.of("A"), Verify.OFF);

    PhaseMeasurement whole = practise(bench, database.clients(), Duration.ofMinutes(1));
    assertThat(whole.complete()).isTrue();
    assertThat(whole.good()).isEqualTo(300);
    assertThat(whole.replay().warmUp().orElseThrow().seconds()).isPositive();

    database.records.clear();
    ClientFactory slow =
        database.inserting(
            call -> {
              Thread.sleep(1);
              return call.right();
            });
    PhaseMeasurement part = practise(bench, slow, Duration.ofMillis(5));
    assertThat(part.complete()).isTrue();
    assertThat(part.good()).isEqualTo(part.work().asked()).isPositive().isLessThan(300);
    assertThat(database.records).hasSize((int) part.good());
  }

  private static PhaseMeasurement practise(Bench bench, ClientFactory clients, Duration atMost)
      throws Exception {
    try (Trace trace = Trace.record(bench.loading(2, 300))) {
      return bench
          .replayer(clients, Bench.SETTINGS)
          .replay(Segments.of(trace, atMost).practising(), null);
    }
  }

  @Test
  void aPhaseInIterationsWaitsForItsTurnBeforeEach() throws Exception {
    Bench bench = bench("A");
    AtomicLong turns = new AtomicLong();
    ProgressListener inTurn =
        new Heard() {
          @Override
          public boolean ready() {
            return turns.incrementAndGet() <= 6;
          }
        };
    TraceSpec spec = bench.spec(2, ENDLESS);
    PhaseMeasurement phase;
    try (Trace warmUp = Trace.record(spec.warmUp(1000));
        Segments segments =
            Segments.lasting(Duration.ofMillis(100), spec, 0).in(Duration.ofMillis(10))) {
      phase =
          new Replayer(database.clients(), bench.payload, Bench.SETTINGS, inTurn)
              .replay(segments, warmUp);
    }

    assertGood(phase);
    assertThat(turns).hasValue(7);
    assertThat(phase.work().iterations()).hasSize(6).allMatch(rate -> rate > 0);
    assertThat(phase.time().durationNanos()).isGreaterThanOrEqualTo(60_000_000);
  }

  @ParameterizedTest
  @CsvSource({"A,1", "D,1", "D,3"})
  void aPhaseInIterationsMakesALongTraceAgain(String workload, int threads) throws Exception {
    Bench bench = bench(workload);
    TraceSpec spec = bench.spec(threads, ENDLESS);
    PhaseMeasurement phase;
    try (Segments segments =
            Segments.lasting(Duration.ofMillis(100), spec, 0, 600).in(Duration.ofMillis(20));
        Trace warmUp = Trace.record(spec.warmUp(1000))) {
      phase = bench.replayer(database.clients(), Bench.SETTINGS).replay(segments, warmUp);
    }

    assertGood(phase);
    assertThat(phase.good()).isGreaterThan(600);
    assertThat(phase.replay().segments()).as("one trace, made again").isEqualTo(2);
    assertThat(database.records).hasSize((int) phase.work().recordsAfter());
  }

  @Test
  void anOperationThatLastsLongerThanThePhaseIsCounted() throws Exception {
    Bench bench = bench("C");
    ClientFactory slow =
        database.reading(
            call -> {
              Thread.sleep(30);
              return call.right();
            });
    PhaseMeasurement phase =
        replay(bench, slow, Duration.ofMillis(1), bench.spec(2, 1000), NO_LIMIT, 0);

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

  private static TraceSpec spec(String workload) {
    return Workloads.transactions(Workloads.of(workload), 2, 1_000_000, 500, 3);
  }

  @Test
  void soMuchIsRecordedAsTheRateAsksFor() throws Exception {
    TraceSpec spec = spec("D");
    try (Segments segments = Segments.lasting(Duration.ofSeconds(1), spec, 0, 90_000)) {
      long second = Duration.ofSeconds(1).toNanos();
      assertThat(segments.next(10_000 / 1e9, second, 0, 0, 500)).isTrue();
      assertThat(segments.trace().spec()).isEqualTo(spec.segment(0, 15_000, 0, 500));
      assertThat(segments.trace().isWhole()).isTrue();
      assertThat(segments.isMadeWhole()).isFalse();
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
      assertThat(segments.isMadeWhole()).isTrue();
      assertThat(segments.next(1, second / 2, 1_000_000, 0, 900)).isFalse();
      assertThat(segments.next(1, 0, 999_000, 0, 900)).isFalse();
      assertThat(segments.count()).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @CsvSource({"100, 20, 520, 120", "1000, 200, 1200, 1200", "5000, 500, 2500, 5500"})
  void anUnsteadyWarmUpLastsAboutAsLongAsItsWorkloadWithinLimits(
      long millis, long least, long most, long ofPractice) {
    try (Segments segments = Segments.lasting(Duration.ofMillis(millis), spec("C"), 0, 90_000)) {
      assertThat(segments.leastWarmUpNanos()).isEqualTo(Duration.ofMillis(least).toNanos());
      assertThat(segments.warmUpNanos()).isEqualTo(Duration.ofMillis(most).toNanos());
      assertThat(segments.practising().warmUpNanos())
          .isEqualTo(Duration.ofMillis(ofPractice).toNanos());
    }
  }

  @Test
  void aTargetAsksForNoMoreThanItsSchedule() throws Exception {
    try (Segments segments = Segments.lasting(Duration.ofSeconds(1), spec("A"), 5000, 90_000)) {
      assertThat(segments.next(10_000 / 1e9, 1_000_000_000, 0, 0, 500)).isTrue();
      // Five standard deviations of a Poisson process, and an open chunk of each thread.
      assertThat(segments.trace().spec().operations()).isEqualTo(5000 + 353 + 128);
    }
  }
}
