package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.client.trace.Share;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.client.trace.Traces;
import org.pmemycsb.harness.plan.design.Verify;

/**
 * Whole phases of several machines and of one process that has the threads of all, on a server
 * whose service time depends on the record and the kind of operation alone. Every thread has a
 * clock that moves only when it waits or is served, so the figures must be equal.
 */
class SharesTest {
  private static final long OPERATIONS = 30_001;
  private static final long SEED = 5;
  private static final int MACHINES = 3;
  private static final int THREADS = 2;

  private final MemoryDatabase database = new MemoryDatabase();
  private VirtualTicker ticker;
  private Bench bench;

  @BeforeEach
  void load() throws Exception {
    bench = new Bench(database, Workloads.of("A", "fieldlength=32"), Verify.OFF);
    bench.load(1);
  }

  /** From 20 µs to 20 ms; one record in some hundred is slow. */
  private static long serviceNanos(String key, String kind) {
    double uniform = (Math.floorMod((key + kind).hashCode() * 0x9E3779B1, 1000) + 1) / 1000.;
    return (long) (20_000 / uniform);
  }

  private MemoryDatabase.Change serving(String kind) {
    return call -> {
      ticker.pass(serviceNanos(call.key(), kind));
      return call.right();
    };
  }

  private PhaseMeasurement replay(int threads, Share share, double target) throws Exception {
    ticker = new VirtualTicker();
    TraceSpec spec = Traces.on(bench.spec(threads, OPERATIONS, SEED), share);
    ClientFactory clients = database.reading(serving("read")).updating(serving("update"));
    ReplaySettings settings =
        Changed.with(
            Changed.with(Bench.SETTINGS, "target", target / share.machines()), "auditRecords", 0);
    return bench.replay(clients, spec, null, settings, ticker);
  }

  /** Others work while a machine records. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theClockStopsBetweenPiecesOfATraceUnlessThereAreOtherMachines(int machines)
      throws Exception {
    TraceSpec spec = Traces.on(bench.spec(THREADS, OPERATIONS, SEED), new Share(0, machines));
    try (Trace trace = Trace.record(spec, 1 << 14)) {
      PhaseMeasurement phase =
          bench.replayer(database.clients(), Bench.SETTINGS).replay(Segments.of(trace), null);

      assertThat(phase.good()).isEqualTo(spec.own()).isEqualTo(phase.work().asked());
      assertThat(phase.replay().segments()).isGreaterThan(1);
      assertThat(phase.replay().stalledNanos() > 0).isEqualTo(machines > 1);
      assertThat(phase.replay().stalledNanos()).isLessThan(THREADS * phase.time().durationNanos());
    }
  }

  private PhaseMeasurement together(double target) throws Exception {
    List<PhaseMeasurement> shares = new ArrayList<>();
    for (int machine = 0; machine < MACHINES; machine++) {
      shares.add(replay(THREADS, new Share(machine, MACHINES), target));
    }
    long nanos =
        shares.stream().mapToLong(share -> share.time().durationNanos()).max().orElseThrow();
    return PhaseMeasurement.together(shares, nanos);
  }

  @Test
  void machinesMeasureWhatOneProcessWithAllTheirThreadsMeasures() throws Exception {
    PhaseMeasurement one = replay(MACHINES * THREADS, Share.WHOLE, 0);
    PhaseMeasurement sum = together(0);

    assertThat(sum.good()).isEqualTo(one.good()).isEqualTo(OPERATIONS);
    assertThat(sum.work().operations()).isEqualTo(one.work().operations());
    assertThat(sum.time().durationNanos())
        .as("so throughput is equal, too")
        .isEqualTo(one.time().durationNanos());
    assertThat(sum.latencies().service())
        .containsOnlyKeys(OperationKind.READ, OperationKind.UPDATE);
    assertThat(sum.latencies().service()).isEqualTo(one.latencies().service());
    Histogram reads = sum.latencies().service().get(OperationKind.READ);
    assertThat(reads.getValueAtPercentile(99.9))
        .as("service times differ, or all percentiles would be equal")
        .isGreaterThan(10 * reads.getValueAtPercentile(50));
  }

  /** A machine with the load of all, or with the share of a share, would change the sum. */
  @ParameterizedTest
  @ValueSource(doubles = {10, 25})
  void theSumOfTheRatesIsTheTarget(double target) throws Exception {
    PhaseMeasurement sum = together(target);

    assertThat(sum.good()).isEqualTo(OPERATIONS);
    assertThat(sum.openLoop().orElseThrow().offered()).isCloseTo(target, within(1e-9));
    assertThat(sum.good() / (sum.time().durationNanos() / 1e9))
        .isCloseTo(target, within(1e-4 * target));
    assertThat(sum.openLoop().orElseThrow().fourthLagNanos()).isLessThan(1_000_000);
  }
}
