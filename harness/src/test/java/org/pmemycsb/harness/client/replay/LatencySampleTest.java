package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.Latencies;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.plan.design.Verify;
import site.ycsb.Status;

/** Phases on a server whose service times are known, by a virtual clock. */
class LatencySampleTest {
  private static final long OPERATIONS = 400_000;
  private static final long WARM_UP = 4000;
  private static final long FAST = 600;
  private static final int FAST_EVERY = 9;
  private static final long STALL = 200_000_000;

  private long seed = 7;
  private final MemoryDatabase database = new MemoryDatabase();
  private final VirtualTicker ticker = new VirtualTicker();

  /** From one operation to the next. */
  private final Set<Integer> readingsInWarmUp = new HashSet<>();

  private Bench bench;

  @BeforeEach
  void load() throws Exception {
    bench = new Bench(database, Workloads.of("C", "fieldlength=32"), Verify.OFF);
    bench.load(1);
  }

  /** The warm-up included, each operation lasts as the function says, by its number. */
  private PhaseMeasurement replay(LongUnaryOperator nanos, double target) throws Exception {
    AtomicLong next = new AtomicLong(-WARM_UP);
    AtomicInteger readBefore = new AtomicInteger();
    ClientFactory clients =
        database.reading(
            call -> {
              long operation = next.getAndIncrement();
              int before = readBefore.getAndSet(ticker.readings());
              if (operation > -WARM_UP && operation < 0) {
                readingsInWarmUp.add(ticker.readings() - before);
              }
              ticker.pass(nanos.applyAsLong(operation));
              return Status.OK;
            });
    ReplaySettings settings =
        Changed.with(Changed.with(Bench.SETTINGS, "auditRecords", 0), "target", target);
    TraceSpec spec = bench.spec(1, OPERATIONS, seed);
    return bench.replay(clients, spec, spec.warmUp(WARM_UP), settings, ticker);
  }

  private static Histogram latencies(PhaseMeasurement phase) {
    return phase.latencies().service().get(OperationKind.READ);
  }

  @ParameterizedTest
  @CsvSource({"5000, 0", "600, 833333"})
  void aSlowDatabaseOrAnOpenLoopHasAllItsLatenciesRecorded(long nanos, double target)
      throws Exception {
    PhaseMeasurement phase = replay(i -> nanos, target);

    assertThat(phase.replay().latencyEvery()).isOne();
    assertThat(phase.replay().longestGapNanos()).isZero();
    assertThat(latencies(phase).getTotalCount()).isEqualTo(OPERATIONS);
    if (target == 0) { // else the warm-up is too short
      assertThat(readingsInWarmUp).as("so that compiled code knows both ways").contains(0, 2);
    }
  }

  @Test
  void percentilesOfASampleAreThoseOfAllOperations() throws Exception {
    SplittableRandom random = new SplittableRandom(3);
    long[] nanos = new long[(int) OPERATIONS];
    Histogram all = new Histogram(1, Latencies.MAX_NANOS, 3);
    for (int i = 0; i < nanos.length; i++) {
      // A log-normal distribution with a long tail, as of stores that sometimes compact.
      nanos[i] = (long) (600 * Math.exp(0.8 * random.nextGaussian()));
      all.recordValue(nanos[i]);
    }
    PhaseMeasurement phase = replay(i -> i < 0 ? FAST : nanos[(int) i], 0);

    assertThat(phase.replay().latencyEvery()).isEqualTo(FAST_EVERY);
    assertThat(phase.good()).isEqualTo(OPERATIONS);
    assertThat((double) latencies(phase).getTotalCount())
        .isCloseTo((double) OPERATIONS / FAST_EVERY, within(0.02 * OPERATIONS / FAST_EVERY));
    for (double percentile : new double[] {50, 90, 99, 99.9}) {
      double whole = all.getValueAtPercentile(percentile);
      assertThat((double) latencies(phase).getValueAtPercentile(percentile))
          .as("p%s", percentile)
          .isCloseTo(whole, within(0.05 * whole));
    }
    assertThat(latencies(phase).getMean()).isCloseTo(all.getMean(), within(0.02 * all.getMean()));
  }

  @ParameterizedTest
  @CsvSource({"7,100000", "7,100001", "1,399999"})
  void aStallIsSeenWhetherOrNotItsLatencyIsRecorded(long anySeed, long stalled) throws Exception {
    seed = anySeed;
    PhaseMeasurement phase = replay(i -> i == stalled ? STALL : FAST, 0);

    assertThat(phase.replay().latencyEvery()).isEqualTo(FAST_EVERY);
    long longest = Math.max(phase.replay().longestGapNanos(), latencies(phase).getMaxValue());
    assertThat((double) longest).isCloseTo(STALL, within(0.001 * STALL));
  }

  /** Sixteen threads on two processors make as many operations as two, and read the clock then. */
  @ParameterizedTest
  @CsvSource({
    "5000,1,2,1",
    "4999,1,2,2",
    "1000,1,2,5",
    "20,1,2,16",
    "Infinity,1,2,1",
    "2000,1,2,3",
    "2000,16,2,2",
    "2000,16,16,1"
  })
  void theFasterTheProcessorsTheSmallerIsTheSample(
      double nanos, int threads, int processors, int every) {
    assertThat(LatencySample.everyAt(1 / nanos, threads, processors)).isEqualTo(every);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 7, 8, 10, 16})
  void aSampleFollowsNoPattern(int period) {
    LatencySample sample = new LatencySample(bench.spec(1, 1, 5), 0);
    sample.take(LatencySample.MOST_EVERY);
    int[] taken = new int[period];
    int of = 1_000_000;
    for (int i = 0; i < of; i++) {
      taken[i % period] += sample.next() ? 1 : 0;
    }
    double expected = (double) of / LatencySample.MOST_EVERY / period;
    for (int n : taken) {
      assertThat((double) n).isCloseTo(expected, within(0.05 * expected));
    }
  }
}
