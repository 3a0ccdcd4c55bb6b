package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.HistogramLogs;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.NewKeys;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.client.trace.StockWorkload;
import org.pmemycsb.harness.client.trace.Trace;
import org.pmemycsb.harness.client.trace.TraceRecorder;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.plan.design.CallKind;
import org.pmemycsb.harness.plan.design.Verify;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;

class ReplayerTest {
  private static final ReplaySettings SETTINGS = Bench.SETTINGS;

  private final MemoryDatabase database = new MemoryDatabase();

  private Bench bench(String workload, String... changes) {
    return new Bench(database, Workloads.of(workload, changes), Verify.FULL);
  }

  private ClientFactory clients() {
    return t -> database.new Client();
  }

  @ParameterizedTest
  @CsvSource({"D,1", "D,2", "D,16", "E,16"})
  void onlyWhatWasInsertedIsRead(String workload, int threads) throws Exception {
    Bench bench =
        bench(
            workload,
            "fieldlength",
            "32",
            "readproportion",
            "0",
            "scanproportion",
            "0",
            workload.equals("D") ? "readproportion" : "scanproportion",
            "0.5",
            "insertproportion",
            "0.5");
    bench.load(threads);
    int operations = workload.equals("D") ? 10_007 : 2003;
    for (int run = 0; run < 8; run++) {
      PhaseMeasurement phase = bench.transactions(clients(), threads, operations, run, SETTINGS);
      assertThat(phase.notFound()).as("run %d", run).isZero();
      assertThat(phase.faults().failures().counts()).isEmpty();
      assertThat(phase.good()).isEqualTo(operations);
      assertThat(phase.complete()).isTrue();
      assertThat(phase.faults().verification().faults()).isEmpty();
      // Repeated without a reload, new keys go on where the last run ended.
      assertThat(database.records).hasSize((int) phase.work().recordsAfter());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 16})
  void recencyIsStockWhateverTheThreads(int threads) throws Exception {
    Bench bench = bench("D", "insertorder", "ordered", "zeropadding", "1", "fieldlength", "32");
    bench.load(threads);
    // Beside the replayer's own: the border up to which all is there. It stands still for all while
    // a thread is suspended in an insert, as in stock YCSB; so the threads take turns, or their
    // scheduling would decide what is seen. Between the end of an operation and the beginning of
    // the next, where its key is chosen, it is always their turn.
    NewKeys border = new NewKeys(bench.records, true);
    AtomicLongArray distances = new AtomicLongArray(64);
    Turns turns = new Turns(threads);
    int operations = 100_000;
    ClientFactory watching =
        t ->
            database.new Client() {
              private int left = operations / threads;

              @Override
              public Status read(
                  String table, String key, Set<String> f, Map<String, ByteIterator> result) {
                // Afterwards the records are read once more, which is no operation.
                if (left == 0) {
                  return super.read(table, key, f, result);
                }
                begin();
                distances.incrementAndGet(bin(Math.max(0, border.newest() - number(key))));
                pass();
                Status status = super.read(table, key, f, result);
                end();
                return status;
              }

              @Override
              public Status insert(String table, String key, Map<String, ByteIterator> values) {
                begin();
                pass();
                Status status = super.insert(table, key, values);
                border.acknowledge(number(key));
                end();
                return status;
              }

              private void begin() {
                if (left == operations / threads) {
                  turns.await(t);
                }
              }

              private void pass() {
                turns.pass(t);
                turns.await(t);
              }

              private void end() {
                left--;
                if (left == 0) {
                  turns.leave(t);
                }
              }

              private long number(String key) {
                return Long.parseLong(key.substring(4));
              }
            };
    TraceSpec spec =
        TraceSpec.transactions(
            Workloads.typed(bench.workload), threads, operations, bench.records, 1);
    assertThat(bench.replay(watching, spec, null, SETTINGS).notFound()).isZero();
    // In powers of two.
    long[] stock = new long[64];
    StockWorkload.run(bench.workload, operations, Bench.RECORDS, 1).stream()
        .filter(seen -> seen.kind() == OperationKind.READ)
        .forEach(seen -> stock[bin(seen.distance())]++);
    double reads = LongStream.range(0, 64).map(i -> distances.get((int) i)).sum();
    double stockReads = LongStream.of(stock).sum();
    double oursSoFar = 0;
    double stockSoFar = 0;
    for (int bin = 0; bin < 64; bin++) {
      oursSoFar += distances.get(bin) / reads;
      stockSoFar += stock[bin] / stockReads;
      assertThat(oursSoFar).as("up to bin %d", bin).isCloseTo(stockSoFar, within(0.005));
    }
  }

  /** Threads one after the other, always in the same order, however they are scheduled. */
  private static final class Turns {
    private final Semaphore[] turns;
    // Whoever's turn it is may read and write it.
    private final boolean[] gone;

    private Turns(int threads) {
      turns = Stream.generate(() -> new Semaphore(0)).limit(threads).toArray(Semaphore[]::new);
      gone = new boolean[threads];
      turns[0].release();
    }

    private void await(int thread) {
      turns[thread].acquireUninterruptibly();
    }

    private void pass(int thread) {
      int next = thread;
      do {
        next = (next + 1) % turns.length;
      } while (gone[next] && next != thread);
      turns[next].release();
    }

    private void leave(int thread) {
      gone[thread] = true;
      pass(thread);
    }
  }

  private static int bin(long distance) {
    return 63 - Long.numberOfLeadingZeros(distance + 1);
  }

  @ParameterizedTest
  @CsvSource({"3,1000", "7,5", "4,0"})
  void everyOperationIsDoneWhateverTheThreads(int threads, long operations) throws Exception {
    Bench bench = bench("A", "fieldlength", "32");
    PhaseMeasurement loaded = bench.load(threads);
    assertThat(loaded.good()).isEqualTo(Bench.RECORDS);
    assertThat(database.records).hasSize(Bench.RECORDS);
    PhaseMeasurement phase = bench.transactions(clients(), threads, operations, 1, SETTINGS);
    assertThat(phase.good()).isEqualTo(operations);
    assertThat(phase.complete()).isTrue();
    assertThat(phase.good() > 0).isEqualTo(operations > 0);
    assertThat(phase.work().series().operations().stream().mapToLong(n -> n).sum())
        .isEqualTo(operations);
    assertThat(phase.faults().verification().valuesChecked()).isGreaterThan(0);
    assertThat(database.open).hasValue(0);
  }

  @Test
  void readModifyWriteCountsOnceAndItsHalvesHaveLatencies() throws Exception {
    Bench bench = bench("F", "fieldlength", "32");
    bench.load(2);
    TraceSpec spec =
        TraceSpec.transactions(Workloads.typed(bench.workload), 2, 1000, bench.records, 1);
    // Without a warm-up, every latency is recorded.
    PhaseMeasurement phase = bench.replay(clients(), spec, null, SETTINGS);
    long both = phase.work().operations().get(OperationKind.READ_MODIFY_WRITE).good();
    long reads = phase.work().operations().get(OperationKind.READ).good();
    assertThat(both + reads).isEqualTo(1000);
    assertThat(phase.work().operations()).doesNotContainKey(OperationKind.UPDATE);
    assertThat(phase.latencies().service().get(OperationKind.READ).getTotalCount()).isEqualTo(1000);
    assertThat(phase.latencies().service().get(OperationKind.UPDATE).getTotalCount())
        .isEqualTo(both);
    assertThat(phase.latencies().service().get(OperationKind.READ_MODIFY_WRITE).getTotalCount())
        .isEqualTo(both);
  }

  @Test
  void fieldsAndValuesAreAsTheWorkloadSays() throws Exception {
    Bench bench =
        bench(
            "A",
            "fieldcount",
            "4",
            "fieldlength",
            "50",
            "minfieldlength",
            "10",
            "fieldlengthdistribution",
            "uniform",
            "readallfields",
            "false");
    bench.load(2);
    List<String> wrong = new ArrayList<>();
    ClientFactory looking =
        t ->
            database.new Client() {
              @Override
              public Status read(
                  String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
                if (fields.size() != 1) {
                  wrong.add("read " + fields);
                }
                return super.read(table, key, fields, result);
              }

              @Override
              public Status update(String table, String key, Map<String, ByteIterator> values) {
                long left = values.values().iterator().next().bytesLeft();
                if (values.size() != 1 || left < 10 || left > 50) {
                  wrong.add("update " + values.keySet() + left);
                }
                return super.update(table, key, values);
              }
            };
    PhaseMeasurement phase = bench.transactions(looking, 1, 2000, 1, SETTINGS);
    assertThat(wrong).isEmpty();
    assertThat(phase.good()).isEqualTo(2000);
    assertThat(phase.faults().verification().faults()).isEmpty();
    assertThat(database.records.values()).allSatisfy(row -> assertThat(row).hasSize(4));
  }

  @Test
  void warmUpLeavesNoTrace() throws Exception {
    Bench bench = bench("D", "fieldlength", "32");
    PhaseMeasurement loaded = bench.load(2);
    assertThat(loaded.good()).isEqualTo(Bench.RECORDS);
    assertThat(loaded.latencies().service().get(OperationKind.INSERT).getTotalCount())
        .isEqualTo(Bench.RECORDS);
    assertThat(database.records).hasSize(Bench.RECORDS);
    bench.records = loaded.work().recordsAfter();
    PhaseMeasurement phase = bench.transactions(clients(), 2, 0, 1, SETTINGS);
    assertThat(database.records).hasSize(Bench.RECORDS);
    assertThat(phase.work().operations()).isEmpty();
    assertThat(phase.latencies().service()).isEmpty();
    assertThat(phase.faults().verification().faults()).isEmpty();
  }

  @Test
  void clientThatCannotStartTearsAllDown() throws Exception {
    ClientFactory failing =
        t ->
            database.new Client() {
              @Override
              public void init() {
                if (t == 2) {
                  throw new IllegalStateException("no connection left");
                }
                super.init();
              }
            };
    Bench bench = bench("A", "fieldlength", "32");
    assertThatThrownBy(
            () ->
                bench.replay(
                    failing,
                    TraceSpec.load(Workloads.typed(bench.workload), 4, 100, 1),
                    null,
                    SETTINGS))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("thread 2 of 4")
        .hasMessageContaining("no connection left")
        .hasCauseInstanceOf(IllegalStateException.class);
    assertThat(database.open).hasValue(0);
    assertThat(database.records).isEmpty();
  }

  @Test
  void clientThatHangsAtItsStartIsReported() {
    ClientFactory hanging =
        t ->
            database.new Client() {
              @Override
              public void init() {
                super.init();
                if (t == 1) {
                  FaultyDatabaseTest.sleepThroughInterrupts(8000);
                }
              }
            };
    Bench bench = bench("A", "fieldlength", "32");
    assertThatThrownBy(
            () ->
                bench.replay(
                    hanging,
                    TraceSpec.load(Workloads.typed(bench.workload), 2, 100, 1),
                    null,
                    Changed.with(SETTINGS, "stuckAfter", Duration.ofMillis(300))))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("thread 1 of 2")
        .hasMessageContaining("init")
        .hasMessageContaining("stuck");
    assertThat(database.open).hasValue(1); // the hanging one's
  }

  @Test
  void failingCleanupIsAFault() throws Exception {
    ClientFactory failing =
        t ->
            database.new Client() {
              @Override
              public void cleanup() {
                throw new IllegalStateException("the last batch was lost");
              }
            };
    Bench bench = bench("A", "fieldlength", "32");
    PhaseMeasurement phase =
        bench.replay(
            failing, TraceSpec.load(Workloads.typed(bench.workload), 1, 100, 1), null, SETTINGS);
    assertThat(phase.complete()).isFalse();
    assertThat(phase.faults().deadThreads().get(0).cause()).contains("the last batch was lost");
  }

  @Test
  void underATargetAReadModifyWriteIsOneOfAllOperations() throws Exception {
    Bench bench = bench("F", "fieldlength", "32");
    bench.load(1);
    PhaseMeasurement phase =
        bench.transactions(clients(), 1, 1000, 1, Changed.with(SETTINGS, "target", 50_000));

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
    Bench bench = bench("A", "fieldlength", "32");
    bench.load(2);
    PhaseMeasurement phase =
        bench.transactions(clients(), 2, 1000, 1, Changed.with(SETTINGS, "target", 50_000));
    Path file = folder.resolve("a.hlog");
    HistogramLogs.write(phase, "A", file);
    List<String> tags = new ArrayList<>();
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      for (EncodableHistogram next = reader.nextIntervalHistogram();
          next != null;
          next = reader.nextIntervalHistogram()) {
        tags.add(next.getTag());
        if (next.getTag().equals("A-READ")) {
          Histogram reads = phase.latencies().service().get(OperationKind.READ);
          assertThat(((Histogram) next).getTotalCount()).isEqualTo(reads.getTotalCount());
          assertThat(((Histogram) next).getMaxValue()).isEqualTo(reads.getMaxValue());
          assertThat(next.getStartTimeStamp()).isEqualTo(phase.time().startedAtMillis());
        }
      }
    }
    assertThat(tags)
        .containsExactlyInAnyOrder("A-READ", "A-UPDATE", "A-Intended-READ", "A-Intended-UPDATE");
    assertThat(HistogramLogs.read(file, "A")).isEqualTo(phase.latencies());
  }

  @Test
  void aPhaseStartsBehindTheReadingsBeforeIt() throws Exception {
    Bench bench = bench("C", "fieldlength", "32");
    bench.load(1);
    AtomicLong read = new AtomicLong();
    ProgressListener slow =
        new ProgressListener() {
          @Override
          public void progress(long done, long asked, long elapsedNanos) {}

          @Override
          public void segmentStarts() {
            long begin = System.currentTimeMillis();
            while (System.currentTimeMillis() < begin + 5) {
              Thread.onSpinWait();
            }
            read.set(System.currentTimeMillis());
          }
        };
    TraceSpec spec =
        TraceSpec.transactions(Workloads.typed(bench.workload), 1, 100, bench.records, 1);
    try (Trace trace = TraceRecorder.record(spec)) {
      PhaseMeasurement phase = new Replayer(clients(), bench.payload, SETTINGS, slow).replay(trace);
      assertThat(phase.time().startedAtMillis()).isGreaterThanOrEqualTo(read.get());
    }
  }

  @Test
  void checkedExceptionOfAClientIsTold() {
    Bench bench = bench("A", "fieldlength", "32");
    ClientFactory failing =
        t -> {
          throw new DBException("no such host");
        };
    assertThatThrownBy(
            () ->
                bench.replay(
                    failing,
                    TraceSpec.load(Workloads.typed(bench.workload), 1, 1, 1),
                    null,
                    SETTINGS))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("no such host");
  }
}
