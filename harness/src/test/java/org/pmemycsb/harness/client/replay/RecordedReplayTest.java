package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.plan.design.Verify;
import org.pmemycsb.harness.plan.design.Work;
import org.pmemycsb.harness.plan.recorded.TraceFacts;
import org.pmemycsb.harness.plan.recorded.TraceFile;
import site.ycsb.Status;

/** Traces of other programs on right and wrong databases. */
class RecordedReplayTest {
  private static final List<String> OPERATIONS =
      List.of("get", "get", "set", "add", "replace", "append", "delete", "delete");
  private static final int COUNT = 20_000;

  @TempDir private Path folder;
  private final MemoryDatabase database = new MemoryDatabase();
  private final AtomicInteger count = new AtomicInteger();
  private Path file;
  private TraceFacts facts;
  private Bench bench;

  /** 400 keys, so each is deleted and written again many times. */
  @BeforeEach
  void record() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      lines.add(
          "%d,key%d,6,%d,1,%s,0"
              .formatted(
                  i / 1000,
                  random.nextInt(400),
                  10 + random.nextInt(90),
                  OPERATIONS.get(random.nextInt(OPERATIONS.size()))));
    }
    file = folder.resolve("cache.trace");
    facts =
        TraceFile.convert(
            Files.write(folder.resolve("cache.csv"), lines),
            Optional.empty(),
            Long.MAX_VALUE,
            file);
    assertThat(facts.records()).isBetween(1L, (long) Bench.RECORDS);
    bench = new Bench(database, workload(), Verify.FULL);
    bench.load(2);
  }

  private Map<String, String> workload() {
    Map<String, String> workload = new HashMap<>();
    workload.put("fieldcount", "1");
    workload.put("fieldlength", Integer.toString(facts.mostBytes()));
    workload.put("fieldlengthdistribution", "uniform");
    workload.put("tracefile", file.toString());
    return workload;
  }

  private PhaseMeasurement run(ClientFactory clients, int threads) throws Exception {
    TraceSpec spec = bench.spec(threads, facts.operations(), 5);
    return bench.replay(
        clients,
        spec,
        spec.warmUp(2000),
        Changed.with(Bench.SETTINGS, "auditRecords", Long.MAX_VALUE));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void aRightDatabaseIsNotAccused(int threads) throws Exception {
    PhaseMeasurement measured = run(database.clients(), threads);
    assertThat(measured.faults().failures().counts()).isEmpty();
    assertThat(measured.faults().verification().faults()).isEmpty();
    assertThat(measured.good()).isEqualTo(COUNT);
    assertThat(measured.good(OperationKind.INSERT) + measured.good(OperationKind.PUT_IF_ABSENT))
        .isEqualTo(facts.inserts());
    assertThat(measured.good(OperationKind.DELETE)).isEqualTo(facts.deletes());
    assertThat(database.records).hasSize((int) (bench.records + facts.inserts() - facts.deletes()));
  }

  @Test
  void warmingUpChangesNoRecord() throws Exception {
    int before = database.records.size();
    TraceSpec spec = bench.spec(2, 1, 5);
    PhaseMeasurement measured =
        bench.replay(database.clients(), spec, spec.warmUp(2000), Bench.SETTINGS);
    assertThat(measured.good()).isOne();
    assertThat(database.records).hasSizeBetween(before - 1, before + 1);
  }

  private Map<String, Long> faults(ClientFactory clients) throws Exception {
    PhaseMeasurement measured = run(clients, 3);
    Map<String, Long> all = new HashMap<>(measured.faults().verification().faults());
    measured
        .work()
        .operations()
        .forEach(
            (kind, outcome) -> {
              if (outcome.notFound() > 0) {
                all.put(kind.name().toLowerCase(Locale.ROOT) + " NOT_FOUND", outcome.notFound());
              }
            });
    return all;
  }

  @Test
  void aDeleteThatIsNotDoneIsResurrected() throws Exception {
    ClientFactory forgetful =
        database
            .deleting(call -> count.incrementAndGet() % 50 == 0 ? Status.OK : call.right())
            .inserting(
                call -> {
                  boolean there = database.records.containsKey(call.key());
                  return there
                      ? database.new Client().update("", call.key(), call.values())
                      : call.right();
                });
    assertThat(faults(forgetful))
        .isNotEmpty()
        .allSatisfy((kind, n) -> assertThat(kind).isIn("resurrected", "phantom"));
  }

  /** The value from before the delete comes back when the record is written again. */
  @Test
  void aValueFromBeforeADeleteIsStale() throws Exception {
    Map<String, Map<String, byte[]>> buried = new ConcurrentHashMap<>();
    ClientFactory raising =
        database
            .deleting(
                call -> {
                  Map<String, byte[]> row = database.records.get(call.key());
                  if (row != null) {
                    buried.put(call.key(), row);
                  }
                  return call.right();
                })
            .inserting(
                call -> {
                  Status status = call.right();
                  if (buried.containsKey(call.key())) {
                    database.records.put(call.key(), buried.get(call.key()));
                  }
                  return status;
                });
    assertThat(faults(raising)).containsOnlyKeys("stale");
  }

  @Test
  void aTraceLargerThanItsBudgetIsTheSame() throws Exception {
    try (Trace trace = Trace.record(bench.spec(3, facts.operations(), 5), 1 << 13)) {
      assertThat(trace.isWhole()).isFalse();
      PhaseMeasurement measured =
          bench.replayer(database.clients(), Bench.SETTINGS).replay(Segments.of(trace), null);
      assertThat(measured.good()).isEqualTo(COUNT);
      assertThat(measured.faults().verification().faults()).isEmpty();
    }
  }

  @Test
  void operationsBeginAtTheTimesOfTheTrace() throws Exception {
    Work timed = new Work.Replay(file.toString(), Optional.of(new Work.Pace(2, facts.nanos() / 2)));
    TraceSpec spec =
        new TraceSpec(
            Workloads.typed(bench.workload).with(timed),
            1,
            facts.operations(),
            0,
            bench.records,
            5);
    try (Trace trace = Trace.record(spec)) {
      PhaseMeasurement measured =
          bench
              .replayer(database.clients(), Bench.SETTINGS, new VirtualTicker())
              .replay(Segments.of(trace), null);
      assertThat(measured.good()).isEqualTo(COUNT);
      // 1,000 operations for each second of the trace; the last one is 1 ms before the end.
      assertThat(measured.time().durationNanos()).isEqualTo(9_999_500_000L);
      assertThat(measured.openLoop().orElseThrow().offered()).isBetween(2000.0, 2000.2);
      assertThat(measured.latencies().intended().get(OperationKind.READ).getMaxValue()).isZero();
    }
  }
}
