package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.HistogramLogs;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.Operation;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceChunk;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.plan.design.Verify;

class ReplayerTest {
  private static final ReplaySettings SETTINGS = Bench.SETTINGS;
  private static final String SMALL = "fieldlength=32";

  private final MemoryDatabase database = new MemoryDatabase();

  private Bench bench(String workload, String... changes) {
    return new Bench(database, Workloads.of(workload, changes), Verify.FULL);
  }

  @ParameterizedTest
  @CsvSource({"D,read,1", "D,read,2", "D,read,16", "E,scan,16"})
  void onlyWhatWasInsertedIsRead(String workload, String kind, int threads) throws Exception {
    Bench bench =
        bench(
            workload,
            SMALL + " readproportion=0 scanproportion=0 insertproportion=0.5",
            kind + "proportion=0.5");
    bench.load(threads);
    int operations = workload.equals("D") ? 10_007 : 2003;
    for (int run = 0; run < 8; run++) {
      PhaseMeasurement phase =
          bench.transactions(database.clients(), threads, operations, run, SETTINGS);
      assertThat(phase.notFound()).as("run %d", run).isZero();
      assertThat(phase.faults().failures().counts()).isEmpty();
      assertThat(phase.good()).isEqualTo(operations);
      assertThat(phase.complete()).isTrue();
      assertThat(phase.faults().verification().faults()).isEmpty();
      // Repeated without a reload, new keys go on where the last run ended.
      assertThat(database.records).hasSize((int) phase.work().recordsAfter());
    }
  }

  /** With one thread, which finds each of its inserts; the trace itself is compared with YCSB's. */
  @Test
  void readsAreAsFarFromTheNewestAsTheTraceSays() throws Exception {
    Bench bench = bench("D", SMALL + " insertorder=ordered zeropadding=1");
    bench.load(1);
    TraceSpec spec = bench.spec(1, 3000);
    List<Long> asked = new ArrayList<>();
    try (Trace trace = Trace.record(spec)) {
      Trace.Cursor cursor = trace.cursor(0);
      for (TraceChunk chunk = cursor.next(); chunk != null; chunk = cursor.next()) {
        IntStream.range(0, chunk.size())
            .mapToLong(chunk::operation)
            .filter(operation -> Operation.kind(operation) == OperationKind.READ)
            .forEach(operation -> asked.add(Operation.key(operation)));
      }
    }
    List<Long> distances = new ArrayList<>();
    ClientFactory watching =
        database.reading(
            call -> {
              long newest = database.records.size() - 1;
              distances.add(newest - Long.parseLong(call.key().substring(4)));
              return call.right();
            });

    bench.replay(watching, spec, null, Changed.with(SETTINGS, "auditRecords", 0));

    assertThat(distances).isEqualTo(asked).contains(0L, 1L, 2L);
  }

  @ParameterizedTest
  @CsvSource({"3,1000", "7,5", "4,0"})
  void everyOperationIsDoneWhateverTheThreads(int threads, long operations) throws Exception {
    Bench bench = bench("A", SMALL);
    PhaseMeasurement loaded = bench.load(threads);
    assertThat(loaded.good()).isEqualTo(Bench.RECORDS);
    assertThat(database.records).hasSize(Bench.RECORDS);
    PhaseMeasurement phase = bench.transactions(database.clients(), threads, operations);
    assertThat(phase.good()).isEqualTo(operations);
    assertThat(phase.complete()).isTrue();
    assertThat(phase.work().series().operations().stream().mapToLong(n -> n).sum())
        .isEqualTo(operations);
    assertThat(phase.faults().verification().valuesChecked()).isGreaterThan(0);
    assertThat(database.open).hasValue(0);
  }

  @Test
  void readModifyWriteCountsOnceAndItsHalvesHaveLatencies() throws Exception {
    Bench bench = bench("F", SMALL);
    bench.load(2);
    // Without a warm-up, every latency is recorded.
    PhaseMeasurement phase = bench.replay(database.clients(), bench.spec(2, 1000), null, SETTINGS);
    long both = phase.good(OperationKind.READ_MODIFY_WRITE);
    assertThat(both + phase.good(OperationKind.READ)).isEqualTo(1000);
    assertThat(phase.work().operations()).doesNotContainKey(OperationKind.UPDATE);
    Map<OperationKind, Histogram> latencies = phase.latencies().service();
    assertThat(latencies.get(OperationKind.READ).getTotalCount()).isEqualTo(1000);
    assertThat(latencies.get(OperationKind.UPDATE).getTotalCount()).isEqualTo(both);
    assertThat(latencies.get(OperationKind.READ_MODIFY_WRITE).getTotalCount()).isEqualTo(both);
  }

  @Test
  void fieldsAndValuesAreAsTheWorkloadSays() throws Exception {
    Bench bench =
        bench(
            "A",
            "fieldcount=4 fieldlength=50 minfieldlength=10 fieldlengthdistribution=uniform",
            "readallfields=false");
    bench.load(2);
    List<String> wrong = new ArrayList<>();
    ClientFactory looking =
        database
            .reading(
                call -> {
                  if (call.fields().size() != 1) {
                    wrong.add("read " + call.fields());
                  }
                  return call.right();
                })
            .updating(
                call -> {
                  long left = call.values().values().iterator().next().bytesLeft();
                  if (call.values().size() != 1 || left < 10 || left > 50) {
                    wrong.add("update " + call.values().keySet() + left);
                  }
                  return call.right();
                });
    PhaseMeasurement phase = bench.transactions(looking, 1, 2000);
    assertThat(wrong).isEmpty();
    assertThat(phase.good()).isEqualTo(2000);
    assertThat(phase.faults().verification().faults()).isEmpty();
    assertThat(database.records.values()).allSatisfy(row -> assertThat(row).hasSize(4));
  }

  @Test
  void warmUpLeavesNoTrace() throws Exception {
    Bench bench = bench("D", SMALL);
    PhaseMeasurement loaded = bench.load(2);
    assertThat(loaded.latencies().service().get(OperationKind.INSERT).getTotalCount())
        .isEqualTo(Bench.RECORDS);
    PhaseMeasurement phase = bench.transactions(database.clients(), 2, 0);
    assertThat(database.records).hasSize(Bench.RECORDS);
    assertThat(phase.work().operations()).isEmpty();
    assertThat(phase.latencies().service()).isEmpty();
    assertThat(phase.faults().verification().faults()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"fails, no connection", "hangs, init stuck"})
  void clientThatCannotStartTearsAllDown(String how, String why) {
    ClientFactory failing =
        t ->
            database.new Client() {
              @Override
              public void init() {
                if (t == 2 && how.equals("fails")) {
                  throw new IllegalStateException("no connection");
                } else if (t == 2) {
                  FaultyDatabaseTest.sleepThroughInterrupts(8000);
                }
                super.init();
              }
            };
    Bench bench = bench("A", SMALL);
    ReplaySettings hurried = Changed.with(SETTINGS, "stuckAfter", Duration.ofMillis(300));
    assertThatThrownBy(() -> bench.replay(failing, bench.loading(4, 100), null, hurried))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("thread 2 of 4")
        .hasMessageContainingAll(why.split(" "));
    assertThat(database.open).hasValue(0);
    assertThat(database.records).isEmpty();
  }

  @Test
  void failingCleanupIsAFault() throws Exception {
    ClientFactory failing =
        t ->
            database.new Client() {
              @Override
              public void cleanup() {
                throw new IllegalStateException("batch lost");
              }
            };
    Bench bench = bench("A", SMALL);
    PhaseMeasurement phase = bench.replay(failing, bench.loading(1, 100), null, SETTINGS);
    assertThat(phase.complete()).isFalse();
    assertThat(phase.faults().deadThreads().get(0).cause()).contains("batch lost");
  }

  @Test
  void underATargetAReadModifyWriteIsOneOfAllOperations() throws Exception {
    Bench bench = bench("F", SMALL);
    bench.load(1);
    PhaseMeasurement phase =
        bench.transactions(
            database.clients(), 1, 1000, 1, Changed.with(SETTINGS, "target", 50_000));

    Histogram operations = phase.openLoop().orElseThrow().operations();
    assertThat(operations.getTotalCount()).isEqualTo(1000);
    assertThat(operations.getMaxValue())
        .isEqualTo(
            phase.latencies().intended().values().stream()
                .mapToLong(Histogram::getMaxValue)
                .max()
                .orElseThrow());
    assertThat(phase.latencies().of(CallKind.READ).orElseThrow().getTotalCount()).isEqualTo(1000);
    assertThat(phase.latencies().of(CallKind.WRITE).orElseThrow().getTotalCount())
        .isEqualTo(phase.good(OperationKind.READ_MODIFY_WRITE));
  }

  @Test
  void histogramLogIsReadByHdrHistogram(@TempDir Path folder) throws Exception {
    Bench bench = bench("A", SMALL);
    bench.load(2);
    PhaseMeasurement phase =
        bench.transactions(
            database.clients(), 2, 1000, 1, Changed.with(SETTINGS, "target", 50_000));
    Path file = folder.resolve("a.hlog");
    HistogramLogs.write(phase, "A", file);
    List<String> tags = new ArrayList<>();
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      for (EncodableHistogram next = reader.nextIntervalHistogram();
          next != null;
          next = reader.nextIntervalHistogram()) {
        tags.add(next.getTag());
        assertThat(next.getStartTimeStamp()).isEqualTo(phase.time().startedAtMillis());
      }
    }
    assertThat(tags)
        .containsExactlyInAnyOrder("A-READ", "A-UPDATE", "A-Intended-READ", "A-Intended-UPDATE");
    assertThat(HistogramLogs.read(file, "A")).isEqualTo(phase.latencies());
  }
}
