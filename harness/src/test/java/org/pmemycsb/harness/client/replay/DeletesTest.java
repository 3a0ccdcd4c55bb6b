package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.client.trace.TraceSpec;
import org.pmemycsb.harness.plan.design.Verify;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/** Workloads with deletes, misses and inserts of what is absent, on right and wrong databases. */
class DeletesTest {
  private static final ReplaySettings SETTINGS =
      Changed.with(Bench.SETTINGS, "auditRecords", Long.MAX_VALUE);
  private static final int OPERATIONS = 4000;

  private final MemoryDatabase database = new MemoryDatabase();
  private final AtomicInteger count = new AtomicInteger();
  private Bench bench;

  @BeforeEach
  void load() throws Exception {
    use("requestdistribution", "uniform");
  }

  private void use(String... changes) throws Exception {
    Map<String, String> workload = Workloads.of("C", "fieldlength", "50");
    workload.putAll(
        Map.of(
            "readproportion", "0.2",
            "updateproportion", "0.2",
            "readmodifywriteproportion", "0.1",
            "insertproportion", "0.05",
            "putifabsentproportion", "0.1",
            "deleteproportion", "0.15",
            "missproportion", "0.2"));
    for (int i = 0; i < changes.length; i += 2) {
      workload.put(changes[i], changes[i + 1]);
    }
    database.records.clear();
    bench = new Bench(database, workload, Verify.FULL);
    bench.load(2);
  }

  private PhaseMeasurement run(ClientFactory clients, int threads) throws Exception {
    return run(clients, threads, 0, bench.records);
  }

  private PhaseMeasurement run(ClientFactory clients, int threads, long first, long end)
      throws Exception {
    TraceSpec spec =
        new TraceSpec(Workloads.typed(bench.workload), threads, OPERATIONS, first, end, 5);
    return bench.replay(clients, spec, spec.warmUp(200), SETTINGS);
  }

  private abstract class Faulty extends MemoryDatabase.Client {
    Faulty() {
      database.super();
    }

    /** What a read gives instead of the right answer. */
    Status answer(Status right, String key, Map<String, ByteIterator> result) {
      return right;
    }

    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      return answer(super.read(table, key, fields, result), key, result);
    }
  }

  private static Status somethingOfNobody(Map<String, ByteIterator> result) {
    result.put("field0", new ByteArrayByteIterator(new byte[50]));
    return Status.OK;
  }

  @ParameterizedTest
  @CsvSource({"uniform,1", "uniform,4", "latest,4", "exponential,3"})
  void aRightDatabaseIsNotAccused(String distribution, int threads) throws Exception {
    use("requestdistribution", distribution);
    long first = 0;
    for (int phase = 0; phase < 2; phase++) {
      PhaseMeasurement measured = run(t -> database.new Client(), threads, first, bench.records);
      assertThat(measured.faults().failures().counts()).isEmpty();
      assertThat(measured.faults().verification().faults()).isEmpty();
      assertThat(measured.good()).isEqualTo(OPERATIONS);
      assertThat(measured.work().operations()).hasSize(7);
      assertThat(measured.good(OperationKind.READ_MISSING)).isBetween(700L, 900L);
      first += measured.good(OperationKind.DELETE);
      bench.records = measured.work().recordsAfter();
      assertThat(database.records).hasSize((int) (bench.records - first));
    }
    assertThat(first).as("more than were loaded").isGreaterThan(Bench.RECORDS);
  }

  @Test
  void halvesAreTimedLikeThoseOfAReadModifyWrite() throws Exception {
    TraceSpec spec =
        new TraceSpec(Workloads.typed(bench.workload), 1, OPERATIONS, 0, bench.records, 5);
    // Without a warm-up, every latency is recorded.
    PhaseMeasurement phase = bench.replay(t -> database.new Client(), spec, null, SETTINGS);
    long puts = phase.good(OperationKind.PUT_IF_ABSENT);
    assertThat(puts).isPositive();
    assertThat(phase.latencies().service().get(OperationKind.READ_MISSING).getTotalCount())
        .isEqualTo(phase.good(OperationKind.READ_MISSING) + puts);
    assertThat(phase.latencies().service().get(OperationKind.INSERT).getTotalCount())
        .isEqualTo(phase.good(OperationKind.INSERT) + puts);
    assertThat(phase.latencies().service().get(OperationKind.DELETE).getTotalCount())
        .isEqualTo(phase.good(OperationKind.DELETE));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aDeleteThatDoesNothingIsFound(int threads) throws Exception {
    PhaseMeasurement phase =
        run(
            t ->
                new Faulty() {
                  @Override
                  public Status delete(String table, String key) {
                    return count.incrementAndGet() % 50 == 0 ? Status.OK : super.delete(table, key);
                  }
                },
            threads);
    assertThat(phase.failed() + phase.notFound()).isZero();
    assertThat(phase.faults().verification().faults()).containsOnlyKeys("resurrected");
    assertThat(phase.faults().verification().examples().get(0)).startsWith("RESURRECTED user");
  }

  /** As after a crash, or with an old copy of the data. */
  @Test
  void aRecordThatComesBackIsFound() throws Exception {
    Map<String, Map<String, byte[]>> buried = new ConcurrentHashMap<>();
    PhaseMeasurement phase =
        run(
            t ->
                new Faulty() {
                  @Override
                  public Status delete(String table, String key) {
                    buried.put(key, database.records.get(key));
                    return super.delete(table, key);
                  }

                  @Override
                  public Status update(String table, String key, Map<String, ByteIterator> values) {
                    if (count.incrementAndGet() == 400) {
                      database.records.putAll(buried);
                    }
                    return super.update(table, key, values);
                  }
                },
            1);
    assertThat(phase.faults().verification().faults()).containsOnlyKeys("resurrected");
  }

  @Test
  void aRecordThatNobodyWroteIsFound() throws Exception {
    PhaseMeasurement phase =
        run(
            t ->
                new Faulty() {
                  @Override
                  Status answer(Status right, String key, Map<String, ByteIterator> result) {
                    boolean never = !Character.isDigit(key.charAt(key.length() - 1));
                    return never && count.incrementAndGet() % 100 == 0
                        ? somethingOfNobody(result)
                        : right;
                  }
                },
            2);
    assertThat(phase.failed() + phase.notFound()).isZero();
    assertThat(phase.faults().verification().faults()).containsOnlyKeys("phantom");
  }

  @Test
  void aRecordThatIsThereBeforeItsPutIsFound() throws Exception {
    bench.workload.put("missproportion", "0");
    PhaseMeasurement phase =
        run(
            t ->
                new Faulty() {
                  @Override
                  public Status insert(String table, String key, Map<String, ByteIterator> values) {
                    Map<String, byte[]> row = new HashMap<>();
                    values.forEach((field, value) -> row.put(field, value.toArray()));
                    database.records.put(key, row);
                    return Status.OK;
                  }

                  @Override
                  Status answer(Status right, String key, Map<String, ByteIterator> result) {
                    return right != Status.OK && count.incrementAndGet() % 50 == 0
                        ? somethingOfNobody(result)
                        : right;
                  }
                },
            1);
    assertThat(phase.faults().verification().faults()).containsKey("phantom");
    assertThat(phase.good()).isEqualTo(OPERATIONS);
  }

  @Test
  void aFalseMissIsFound() throws Exception {
    PhaseMeasurement phase =
        run(
            t ->
                new Faulty() {
                  @Override
                  Status answer(Status right, String key, Map<String, ByteIterator> result) {
                    return right == Status.OK && count.incrementAndGet() % 100 == 0
                        ? Status.NOT_FOUND
                        : right;
                  }
                },
            1);
    assertThat(phase.notFound()).isPositive();
    assertThat(phase.work().operations().get(OperationKind.READ_MISSING).notFound()).isZero();
  }

  /** A read that should miss needs no value to be wrong. */
  @ParameterizedTest
  @EnumSource(
      value = Verify.class,
      names = {"SAMPLE", "OFF"})
  void wrongAnswersAreFoundThoughFewOrNoValuesAreCompared(Verify mode) throws Exception {
    Map<String, String> workload = bench.workload;
    database.records.clear();
    bench = new Bench(database, workload, mode);
    bench.load(2);
    PhaseMeasurement phase =
        run(
            t ->
                new Faulty() {
                  @Override
                  Status answer(Status right, String key, Map<String, ByteIterator> result) {
                    if (count.incrementAndGet() % 20 != 0) {
                      return right;
                    }
                    return right == Status.OK ? Status.NOT_FOUND : somethingOfNobody(result);
                  }
                },
            2);
    assertThat(phase.notFound()).as("false misses").isPositive();
    assertThat(phase.faults().verification().faults()).containsKeys("phantom", "resurrected");
  }

  @Test
  void aDeleteOfWhatIsLostIsFound() throws Exception {
    PhaseMeasurement phase =
        run(
            t ->
                new Faulty() {
                  @Override
                  public Status insert(String table, String key, Map<String, ByteIterator> values) {
                    return count.incrementAndGet() % 20 == 0
                        ? Status.OK
                        : super.insert(table, key, values);
                  }
                },
            1);
    assertThat(phase.notFound()).isPositive();
  }

  /** The floor: a database that keeps nothing and says OK to all. */
  @Test
  void aDatabaseThatKeepsNothingHasNothingUnexpected() throws Exception {
    PhaseMeasurement phase = run(t -> new org.pmemycsb.harness.measure.database.NoopClient(), 2);
    assertThat(phase.faults().verification().faults()).doesNotContainKeys("phantom", "resurrected");
    assertThat(phase.good()).isEqualTo(OPERATIONS);
  }

  @Test
  void warmUpNeitherDeletesNorInserts() throws Exception {
    TraceSpec none = new TraceSpec(Workloads.typed(bench.workload), 1, 0, 0, bench.records, 5);
    bench.replay(t -> database.new Client(), none, none.warmUp(3000), SETTINGS);
    assertThat(database.records).hasSize(Bench.RECORDS);
  }

  @Test
  void aWorkloadThatDeletesItsLastRecordIsRefused() {
    bench.workload.put("deleteproportion", "0.9");
    assertThatThrownBy(() -> run(t -> database.new Client(), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the workload deletes its last record; load more records");
  }

  @ParameterizedTest
  @ValueSource(strings = {"zipfian", "hotspot", "sequential"})
  void aDistributionWithoutAPlaceForDeletedRecordsIsRefused(String distribution) {
    bench.workload.put("requestdistribution", distribution);
    assertThatThrownBy(() -> run(t -> database.new Client(), 1))
        .hasMessageContaining("'" + distribution + "'; take one of: uniform, latest, exponential");
  }

  @ParameterizedTest
  @ValueSource(strings = {"zipfian", "hotspot", "sequential", "uniform", "latest", "exponential"})
  void afterDeletesOperationsFindTheRecordsThatAreLeft(String distribution) throws Exception {
    readAfterDeletes("requestdistribution", distribution);
  }

  @Test
  void aTrueZipfianToo() throws Exception {
    readAfterDeletes("zipfianconstant", "0.9");
  }

  private void readAfterDeletes(String name, String value) throws Exception {
    PhaseMeasurement deleting = run(t -> database.new Client(), 1);
    bench.workload.clear();
    bench.workload.putAll(
        Workloads.of("B", "fieldlength", "50", "insertproportion", "0.1", name, value));
    long first = deleting.good(OperationKind.DELETE);
    PhaseMeasurement phase =
        run(t -> database.new Client(), 2, first, deleting.work().recordsAfter());
    assertThat(phase.good()).isEqualTo(OPERATIONS);
    assertThat(phase.faults().verification().faults()).isEmpty();
  }
}
