package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.Latencies;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.plan.design.Verify;
import org.pmemycsb.harness.result.Pace;
import site.ycsb.Status;

/**
 * Open loops on a server whose service times are known, by a clock that moves only when somebody
 * waits or is served: the machine's own speed has no say.
 */
class OpenLoopTest {
  private static final long SERVICE_NANOS = 100_000;
  private static final double MOST_PER_SECOND = 1e9 / SERVICE_NANOS;
  private static final long STALL_NANOS = 200_000_000;
  private static final long STALL_EVERY = 140_000;
  private static final long SEED = 11;

  private final MemoryDatabase database = new MemoryDatabase();
  private final VirtualTicker ticker = new VirtualTicker();
  private Bench bench;

  @BeforeEach
  void load() throws Exception {
    bench = new Bench(database, Workloads.of("C", "fieldlength=32"), Verify.OFF);
    bench.load(1);
  }

  /** A client whose operations last as the function says, by the number of the operation. */
  private ClientFactory serving(LongUnaryOperator serviceNanos) {
    AtomicLong operation = new AtomicLong();
    return database.reading(
        call -> {
          ticker.pass(serviceNanos.applyAsLong(operation.getAndIncrement()));
          return Status.OK;
        });
  }

  private static LongUnaryOperator stallingAt(long stalled) {
    return operation -> operation == stalled ? STALL_NANOS : SERVICE_NANOS;
  }

  private PhaseMeasurement replay(ClientFactory clients, long operations, ReplaySettings settings)
      throws Exception {
    return bench.replay(clients, bench.spec(1, operations, SEED), null, settings, ticker);
  }

  private static ReplaySettings poisson(double rate) {
    return Changed.with(
        Changed.with(Changed.with(Bench.SETTINGS, "target", rate), "poisson", true),
        "auditRecords",
        0);
  }

  private static Histogram waited(PhaseMeasurement phase) {
    return phase.latencies().intended().get(OperationKind.READ);
  }

  /** What a queue with one server does to the same arrivals (D. V. Lindley, 1952). */
  private static Histogram simulated(double rate, long operations, LongUnaryOperator service) {
    LongSupplier arrivals = Arrivals.poisson(rate, SEED);
    Histogram latency = new Histogram(1, Latencies.MAX_NANOS, 3);
    long free = 0;
    for (long i = 0; i < operations; i++) {
      long arrival = arrivals.getAsLong();
      free = Math.max(free, arrival) + service.applyAsLong(i);
      latency.recordValue(free - arrival);
    }
    return latency;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.9})
  void latencyIsThatOfAQueueWithOneServer(double load) throws Exception {
    long operations = 200_000;
    double rate = load * MOST_PER_SECOND;
    PhaseMeasurement phase = replay(serving(i -> SERVICE_NANOS), operations, poisson(rate));

    Histogram expected = simulated(rate, operations, i -> SERVICE_NANOS);
    assertThat(waited(phase).getMean())
        .isCloseTo(expected.getMean(), within(0.001 * expected.getMean()));
    assertThat(waited(phase).getValueAtPercentile(99)).isEqualTo(expected.getValueAtPercentile(99));
    // M/D/1: F. Pollaczek 1930, A. Khinchine 1932.
    double mean = SERVICE_NANOS * (1 + load / (2 * (1 - load)));
    assertThat(waited(phase).getMean()).isCloseTo(mean, within(0.05 * mean));
    assertThat(phase.latencies().service().get(OperationKind.READ).getMaxValue())
        .as("service time")
        .isCloseTo(SERVICE_NANOS, within(SERVICE_NANOS / 1000));
  }

  @Test
  void aStallIsPaidByEveryOperationBehindIt() throws Exception {
    double rate = 0.7 * MOST_PER_SECOND;
    PhaseMeasurement phase = replay(serving(stallingAt(30_000)), STALL_EVERY, poisson(rate));

    Histogram expected = simulated(rate, STALL_EVERY, stallingAt(30_000));
    double mean = expected.getMean();
    assertThat(waited(phase).getMean()).isCloseTo(mean, within(0.001 * mean));
    assertThat(waited(phase).getValueAtPercentile(99)).isEqualTo(expected.getValueAtPercentile(99));
    assertThat(expected.getValueAtPercentile(99)).isGreaterThan(STALL_NANOS / 2);
    assertThat(pace(phase).sustained()).as("the stall is over long before the end").isTrue();
  }

  @Test
  void latenciesCountAfterTheSettleTime() throws Exception {
    double rate = 0.5 * MOST_PER_SECOND;
    // The stall is in the first second, and its backlog is worked off in it.
    ReplaySettings settings =
        Changed.with(
            Changed.with(poisson(rate), "poisson", false), "settle", Duration.ofSeconds(2));
    PhaseMeasurement phase = replay(serving(stallingAt(100)), 50_000, settings);

    assertThat(phase.good()).as("operations count from the beginning").isEqualTo(50_000);
    assertThat(waited(phase).getTotalCount()).isEqualTo(40_000);
    assertThat(waited(phase).getMaxValue()).isLessThan(2 * SERVICE_NANOS);
  }

  private static Pace pace(PhaseMeasurement phase) {
    return Pace.of(phase.openLoop().orElseThrow(), phase.good() / phase.time().seconds());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aServerThatIsTooSlowFallsBehind(boolean poisson) throws Exception {
    ReplaySettings settings = Changed.with(poisson(1.1 * MOST_PER_SECOND), "poisson", poisson);
    PhaseMeasurement phase = replay(serving(i -> SERVICE_NANOS), 110_000, settings);

    assertThat(pace(phase).sustained()).isFalse();
    assertThat(phase.good()).as("every operation is made").isEqualTo(110_000);
    PhaseMeasurement.OpenLoop loop = phase.openLoop().orElseThrow();
    // After t seconds the server is behind by t / 11 of them.
    assertThat(loop.thirdLagNanos() / 1e9).isCloseTo(6.25 / 11, within(0.1));
    assertThat(loop.fourthLagNanos()).isGreaterThan(loop.thirdLagNanos());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTimeEndsAnOpenLoop(boolean poisson) throws Exception {
    ReplaySettings settings = Changed.with(poisson(0.8 * MOST_PER_SECOND), "poisson", poisson);
    PhaseMeasurement phase = replayFor3Seconds(serving(i -> SERVICE_NANOS), settings);

    assertThat(pace(phase).sustained()).isTrue();
    assertThat(phase.openLoop().orElseThrow().offered())
        .isCloseTo(0.8 * MOST_PER_SECOND, within(0.03 * MOST_PER_SECOND));
    assertThat(phase.work().asked()).isBetween(23_000L, 25_000L);
    assertThat(phase.time().durationNanos()).isBetween(2_990_000_000L, 3_010_000_000L);

    PhaseMeasurement behind = replayFor3Seconds(serving(i -> 2 * SERVICE_NANOS), settings);

    assertThat(pace(behind).sustained()).isFalse();
    assertThat(behind.good()).as("what the server can make").isBetween(14_990L, 15_010L);
  }

  private PhaseMeasurement replayFor3Seconds(ClientFactory clients, ReplaySettings settings)
      throws Exception {
    TraceSpec spec = bench.spec(1, 1_000_000, SEED);
    try (Segments segments = Segments.lasting(Duration.ofSeconds(3), spec, settings.target())) {
      return bench.replayer(clients, settings, ticker).replay(segments, null);
    }
  }

  @Test
  void aSlowOperationHidesNoneOfThoseBehindIt() throws Exception {
    int operations = 1000;
    CountDownLatch others = new CountDownLatch(900);
    AtomicBoolean slow = new AtomicBoolean(true);
    ClientFactory clients =
        database.reading(
            call -> {
              if (slow.getAndSet(false)) {
                others.await();
              }
              others.countDown();
              return call.right();
            });
    ReplaySettings settings = Changed.with(poisson(1e6), "stuckAfter", Duration.ofSeconds(20));
    PhaseMeasurement phase = bench.replay(clients, bench.spec(2, operations, SEED), null, settings);

    assertThat(phase.faults().deadThreads())
        .as("the other thread makes 900 operations meanwhile")
        .isEmpty();
    assertThat(phase.good()).isEqualTo(operations);
    assertThat(waited(phase).getTotalCount()).isEqualTo(operations);
  }
}
