package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
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
import org.pmemycsb.harness.measure.database.NoopClient;
import org.pmemycsb.harness.plan.design.Verify;
import site.ycsb.ByteArrayByteIterator;
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
    use(Verify.FULL, "requestdistribution=uniform");
  }

  private void use(Verify mode, String changes) throws Exception {
    Map<String, String> workload =
        Workloads.of(
            "C",
            "fieldlength=50 readproportion=0.2 updateproportion=0.2 insertproportion=0.05",
            "readmodifywriteproportion=0.1 putifabsentproportion=0.1",
            "deleteproportion=0.15 missproportion=0.2",
            changes);
    database.records.clear();
    bench = new Bench(database, workload, mode);
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

  private static Status somethingOfNobody(MemoryDatabase.Call call) {
    call.values().put("field0", new ByteArrayByteIterator(new byte[50]));
    return Status.OK;
  }

  /** Whether it is the turn of a fault, which comes once in so many calls. */
  private boolean isTurn(int every) {
    return count.incrementAndGet() % every == 0;
  }

  @ParameterizedTest
  @CsvSource({"uniform,1", "uniform,4", "latest,4", "exponential,3"})
  void aRightDatabaseIsNotAccused(String distribution, int threads) throws Exception {
    use(Verify.FULL, "requestdistribution=" + distribution);
    long first = 0;
    for (int phase = 0; phase < 2; phase++) {
      PhaseMeasurement measured = run(database.clients(), threads, first, bench.records);
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
    // Without a warm-up, every latency is recorded.
    PhaseMeasurement phase =
        bench.replay(database.clients(), bench.spec(1, OPERATIONS, 5), null, SETTINGS);
    long puts = phase.good(OperationKind.PUT_IF_ABSENT);
    assertThat(puts).isPositive();
    Map<OperationKind, Histogram> latencies = phase.latencies().service();
    assertThat(latencies.get(OperationKind.READ_MISSING).getTotalCount())
        .isEqualTo(phase.good(OperationKind.READ_MISSING) + puts);
    assertThat(latencies.get(OperationKind.INSERT).getTotalCount())
        .isEqualTo(phase.good(OperationKind.INSERT) + puts);
    assertThat(latencies.get(OperationKind.DELETE).getTotalCount())
        .isEqualTo(phase.good(OperationKind.DELETE));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void aDeleteThatDoesNothingIsFound(int threads) throws Exception {
    PhaseMeasurement phase =
        run(database.deleting(call -> isTurn(50) ? Status.OK : call.right()), threads);
    assertThat(phase.failed() + phase.notFound()).isZero();
    assertThat(phase.faults().verification().faults()).containsOnlyKeys("resurrected");
    assertThat(phase.faults().verification().examples().get(0)).startsWith("RESURRECTED user");
  }

  /** As after a crash, or with an old copy of the data. */
  @Test
  void aRecordThatComesBackIsFound() throws Exception {
    Map<String, Map<String, byte[]>> buried = new ConcurrentHashMap<>();
    ClientFactory raising =
        database
            .deleting(
                call -> {
                  buried.put(call.key(), database.records.get(call.key()));
                  return call.right();
                })
            .updating(
                call -> {
                  if (count.incrementAndGet() == 400) {
                    database.records.putAll(buried);
                  }
                  return call.right();
                });
    assertThat(run(raising, 1).faults().verification().faults()).containsOnlyKeys("resurrected");
  }

  @Test
  void aRecordThatIsThereBeforeItsPutIsFound() throws Exception {
    bench.workload.put("missproportion", "0");
    ClientFactory inventing =
        database.reading(
            call -> {
              Status right = call.right();
              return right != Status.OK && isTurn(50) ? somethingOfNobody(call) : right;
            });
    PhaseMeasurement phase = run(inventing, 1);
    assertThat(phase.faults().verification().faults()).containsKey("phantom");
    assertThat(phase.good()).isEqualTo(OPERATIONS);
  }

  /** A read that should miss needs no value to be wrong. */
  @ParameterizedTest
  @EnumSource(
      value = Verify.class,
      names = {"SAMPLE", "OFF"})
  void wrongAnswersAreFoundThoughFewOrNoValuesAreCompared(Verify mode) throws Exception {
    use(mode, "requestdistribution=uniform");
    ClientFactory lying =
        database.reading(
            call -> {
              Status right = call.right();
              if (!isTurn(20)) {
                return right;
              }
              return right == Status.OK ? Status.NOT_FOUND : somethingOfNobody(call);
            });
    PhaseMeasurement phase = run(lying, 2);
    assertThat(phase.notFound()).as("false misses").isPositive();
    assertThat(phase.faults().verification().faults()).containsKeys("phantom", "resurrected");
  }

  /** The floor: a database that keeps nothing and says OK to all. */
  @Test
  void aDatabaseThatKeepsNothingHasNothingUnexpected() throws Exception {
    PhaseMeasurement phase = run(t -> new NoopClient(), 2);
    assertThat(phase.faults().verification().faults()).doesNotContainKeys("phantom", "resurrected");
    assertThat(phase.good()).isEqualTo(OPERATIONS);
  }

  @Test
  void warmUpNeitherDeletesNorInserts() throws Exception {
    TraceSpec none = bench.spec(1, 0, 5);
    bench.replay(database.clients(), none, none.warmUp(3000), SETTINGS);
    assertThat(database.records).hasSize(Bench.RECORDS);
  }

  @ParameterizedTest
  @CsvSource({
    "deleteproportion=0.9, last record",
    "requestdistribution=zipfian, 'uniform, latest, exponential'",
    "requestdistribution=hotspot, 'uniform, latest, exponential'",
    "requestdistribution=sequential, 'uniform, latest, exponential'",
  })
  void aWorkloadThatCannotDeleteIsRefused(String change, String why) {
    Workloads.put(bench.workload, change);
    assertThatThrownBy(() -> run(database.clients(), 1)).hasMessageContaining(why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "requestdistribution=zipfian",
        "requestdistribution=hotspot",
        "requestdistribution=latest",
        "zipfianconstant=0.9"
      })
  void afterDeletesOperationsFindTheRecordsThatAreLeft(String keys) throws Exception {
    PhaseMeasurement deleting = run(database.clients(), 1);
    bench.workload.clear();
    bench.workload.putAll(Workloads.of("B", "fieldlength=50 insertproportion=0.1", keys));
    long first = deleting.good(OperationKind.DELETE);
    PhaseMeasurement phase = run(database.clients(), 2, first, deleting.work().recordsAfter());
    assertThat(phase.good()).isEqualTo(OPERATIONS);
    assertThat(phase.faults().verification().faults()).isEmpty();
  }
}
