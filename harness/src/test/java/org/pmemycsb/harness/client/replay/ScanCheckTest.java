package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.plan.design.Verify;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/** Scans that give the wrong rows are found out, and those that give the right ones are not. */
class ScanCheckTest {

  private final MemoryDatabase database = new MemoryDatabase();

  /** Changes the rows of a correct scan. */
  private interface Fault {
    void change(Vector<HashMap<String, ByteIterator>> rows, String startKey, int count);
  }

  private final class Faulty extends MemoryDatabase.Client {
    private final Fault fault;

    Faulty(Fault fault) {
      database.super();
      this.fault = fault;
    }

    @Override
    public Status scan(
        String table,
        String startKey,
        int count,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> rows) {
      Status status = super.scan(table, startKey, count, fields, rows);
      fault.change(rows, startKey, count);
      return status;
    }
  }

  private Bench loaded(Verify mode, boolean inOrder, String... changes) throws Exception {
    Bench bench = new Bench(database, Workloads.of("E", changes), mode, inOrder);
    bench.load(1);
    return bench;
  }

  private static Map<String, Long> scan(Bench bench, ClientFactory clients, int threads)
      throws Exception {
    PhaseMeasurement phase = bench.transactions(clients, threads, 3000, 1, Bench.SETTINGS);
    assertThat(phase.failed() + phase.notFound()).isZero();
    assertThat(phase.good(OperationKind.SCAN)).isPositive();
    return phase.faults().verification().faults();
  }

  private Map<String, Long> faults(Fault fault, Verify mode, String... changes) throws Exception {
    return scan(loaded(mode, true, changes), thread -> new Faulty(fault), 1);
  }

  @ParameterizedTest
  @CsvSource({
    "FULL,hashed,100",
    "FULL,ordered,100",
    "FULL,hashed,8",
    "SAMPLE,hashed,100",
    "SAMPLE,ordered,100",
    "SAMPLE,hashed,8"
  })
  void noRowsAreFound(Verify mode, String order, String length) throws Exception {
    assertThat(
            faults(
                (rows, key, count) -> rows.clear(),
                mode,
                "insertorder",
                order,
                "fieldlength",
                length))
        .containsOnlyKeys("missing");
  }

  @ParameterizedTest
  @CsvSource({
    "FULL,hashed,100",
    "FULL,ordered,100",
    "FULL,hashed,8",
    "SAMPLE,hashed,100",
    "SAMPLE,ordered,100"
  })
  void halfTheRowsAreFound(Verify mode, String order, String length) throws Exception {
    assertThat(
            faults(
                (rows, key, count) -> rows.setSize((rows.size() + 1) / 2),
                mode,
                "insertorder",
                order,
                "fieldlength",
                length))
        .containsOnlyKeys("missing");
  }

  /** As many as asked for, but every other record is passed over. */
  @ParameterizedTest
  @CsvSource({"FULL,hashed", "FULL,ordered", "SAMPLE,hashed", "SAMPLE,ordered"})
  void skippedRecordsAreFound(Verify mode, String order) throws Exception {
    Fault skipping =
        (rows, key, count) -> {
          rows.clear();
          boolean skip = false;
          for (Map<String, byte[]> row : database.records.tailMap(key).values()) {
            if (!skip && rows.size() < count) {
              rows.add(row(row));
            }
            skip = !skip;
          }
        };
    assertThat(faults(skipping, mode, "insertorder", order)).containsOnlyKeys("missing");
  }

  private static HashMap<String, ByteIterator> row(Map<String, byte[]> record) {
    HashMap<String, ByteIterator> row = new HashMap<>();
    record.forEach((field, value) -> row.put(field, new ByteArrayByteIterator(value)));
    return row;
  }

  @ParameterizedTest
  @CsvSource({"FULL,hashed", "FULL,ordered", "SAMPLE,hashed", "SAMPLE,ordered"})
  void rowsOutOfOrderAreFound(Verify mode, String order) throws Exception {
    Fault swapping =
        (rows, key, count) -> {
          if (rows.size() > 2) {
            Collections.swap(rows, 1, 2);
          }
        };
    assertThat(faults(swapping, mode, "insertorder", order)).containsOnlyKeys("disordered");
  }

  @ParameterizedTest
  @ValueSource(strings = {"FULL", "SAMPLE"})
  void reversedRowsAreFound(Verify mode) throws Exception {
    Fault reversing = (rows, key, count) -> Collections.reverse(rows);
    assertThat(faults(reversing, mode)).containsKey("disordered");
  }

  @ParameterizedTest
  @ValueSource(strings = {"FULL", "SAMPLE"})
  void recordsBeforeTheStartKeyAreFound(Verify mode) throws Exception {
    Fault early =
        (rows, key, count) -> {
          Map.Entry<String, Map<String, byte[]>> before = database.records.lowerEntry(key);
          if (before != null) {
            rows.set(0, row(before.getValue()));
          }
        };
    assertThat(faults(early, mode)).containsOnlyKeys("missing", "disordered");
  }

  @ParameterizedTest
  @CsvSource({"FULL,100,missing", "SAMPLE,100,missing", "FULL,8,corrupt", "SAMPLE,8,corrupt"})
  void firstRowThatIsNotTheStartKeyIsFound(Verify mode, String length, String found)
      throws Exception {
    assertThat(faults((rows, key, count) -> rows.remove(0), mode, "fieldlength", length))
        .containsKey(found);
  }

  @ParameterizedTest
  @ValueSource(strings = {"FULL", "SAMPLE"})
  void rowGivenTwiceIsFound(Verify mode) throws Exception {
    Fault twice =
        (rows, key, count) -> {
          if (rows.size() > 1) {
            rows.set(rows.size() - 1, row(database.records.get(key)));
          }
        };
    assertThat(faults(twice, mode)).containsKey("disordered");
  }

  @ParameterizedTest
  @ValueSource(strings = {"FULL", "SAMPLE"})
  void moreRowsThanAskedForAreFound(Verify mode) throws Exception {
    Fault more =
        (rows, key, count) -> {
          rows.clear();
          database.records.tailMap(key).values().forEach(each -> rows.add(row(each)));
        };
    assertThat(faults(more, mode)).containsOnlyKeys("surplus");
  }

  @ParameterizedTest
  @CsvSource({"FULL,100", "SAMPLE,100", "FULL,8"})
  void rowsOfAnotherTableAreFound(Verify mode, String length) throws Exception {
    Fault foreign =
        (rows, key, count) -> {
          for (HashMap<String, ByteIterator> each : rows) {
            each.replaceAll(
                (field, value) -> new ByteArrayByteIterator(new byte[(int) value.bytesLeft()]));
          }
        };
    assertThat(faults(foreign, mode, "fieldlength", length)).containsKey("corrupt");
  }

  @Test
  void fieldOfAnotherRecordIsFound() throws Exception {
    Fault mixing =
        (rows, key, count) -> {
          if (rows.size() > 1) {
            rows.get(0).put("field1", rows.get(1).get("field1"));
          }
        };
    // The second row's value is taken twice, so it is empty there.
    assertThat(faults(mixing, Verify.FULL, "fieldcount", "2", "fieldlength", "50"))
        .containsKey("foreign");
  }

  @ParameterizedTest
  @ValueSource(strings = {"FULL", "SAMPLE"})
  void missingFieldIsFound(Verify mode) throws Exception {
    Fault less = (rows, key, count) -> rows.forEach(each -> each.remove("field1"));
    assertThat(faults(less, mode, "fieldcount", "2")).containsOnlyKeys("missing");
  }

  @ParameterizedTest
  @CsvSource({"FULL,3000", "SAMPLE,20000"})
  void staleValueIsFound(Verify mode, int operations) throws Exception {
    Bench bench = loaded(mode, true, "scanproportion", "0.5", "updateproportion", "0.45");
    Map<String, Map<String, byte[]>> loaded = new TreeMap<>(database.records);
    Fault stale =
        (rows, key, count) -> {
          if (loaded.containsKey(key)) {
            rows.set(0, row(loaded.get(key)));
          }
        };
    PhaseMeasurement phase =
        bench.transactions(thread -> new Faulty(stale), 1, operations, 1, Bench.SETTINGS);
    assertThat(phase.faults().verification().faults()).containsOnlyKeys("stale");
  }

  /** A scan that does not see what was inserted after the load. */
  @ParameterizedTest
  @ValueSource(strings = {"FULL", "SAMPLE"})
  void oldSnapshotIsFound(Verify mode) throws Exception {
    Bench bench =
        loaded(
            mode,
            true,
            "insertproportion",
            "0.5",
            "scanproportion",
            "0.5",
            "requestdistribution",
            "latest");
    TreeMap<String, Map<String, byte[]>> old = new TreeMap<>(database.records);
    Fault snapshot =
        (rows, key, count) -> {
          rows.clear();
          old.tailMap(key).values().stream().limit(count).forEach(each -> rows.add(row(each)));
        };
    // Stale: the warm-up updates records.
    assertThat(scan(bench, thread -> new Faulty(snapshot), 1)).containsKey("missing");
  }

  @Test
  void deletedRecordIsFound() throws Exception {
    Bench bench =
        loaded(
            Verify.FULL,
            true,
            "insertorder",
            "ordered",
            "requestdistribution",
            "uniform",
            "scanproportion",
            "0.6",
            "insertproportion",
            "0.2",
            "deleteproportion",
            "0.2");
    Map<String, Map<String, byte[]>> loaded = new TreeMap<>(database.records);
    Fault raising =
        (rows, key, count) ->
            rows.set(rows.size() - 1, row(loaded.get(loaded.keySet().iterator().next())));
    assertThat(scan(bench, thread -> new Faulty(raising), 1)).containsKey("resurrected");
  }

  /** Stock YCSB's key order, short keys, and values of all lengths. */
  @ParameterizedTest
  @CsvSource({
    "FULL,hashed,28,100,constant,1,1",
    "FULL,ordered,28,100,constant,1,1",
    "FULL,hashed,1,100,constant,4,1",
    "FULL,ordered,1,100,constant,4,1",
    "FULL,hashed,1,100,zipfian,4,3",
    "FULL,ordered,12,50,uniform,4,2",
    "FULL,hashed,12,8,constant,4,1",
    "FULL,hashed,12,1,constant,4,1",
    "SAMPLE,hashed,1,100,constant,4,2",
    "SAMPLE,ordered,1,100,zipfian,4,1",
    "OFF,hashed,28,100,constant,2,1"
  })
  void correctScansAreNotAccused(
      Verify mode,
      String order,
      String padding,
      String length,
      String distribution,
      int threads,
      String fields)
      throws Exception {
    Bench bench =
        loaded(
            mode,
            true,
            "insertorder",
            order,
            "zeropadding",
            padding,
            "fieldlength",
            length,
            "fieldlengthdistribution",
            distribution,
            "fieldcount",
            fields,
            "readallfields",
            fields.equals("2") ? "false" : "true",
            "scanproportion",
            "0.4",
            "updateproportion",
            "0.4",
            "insertproportion",
            "0.2");
    PhaseMeasurement phase =
        bench.transactions(thread -> database.new Client(), threads, 8_000, 1, Bench.SETTINGS);
    assertThat(phase.faults().verification().faults()).isEmpty();
    assertThat(phase.good()).isEqualTo(8_000);
    if (mode == Verify.FULL) {
      assertThat(phase.faults().verification().valuesChecked()).isGreaterThan(2_000);
    }
  }

  /** Deletes may leave a scan with fewer rows than it asked for. */
  @ParameterizedTest
  @CsvSource({"hashed,1", "hashed,4", "ordered,4"})
  void scansBesideDeletesAreNotAccused(String order, int threads) throws Exception {
    Bench bench =
        loaded(
            Verify.FULL,
            true,
            "insertorder",
            order,
            "requestdistribution",
            "uniform",
            "scanproportion",
            "0.4",
            "insertproportion",
            "0.3",
            "deleteproportion",
            "0.3");
    PhaseMeasurement phase =
        bench.transactions(
            thread ->
                database.new Client() {
                  @Override
                  public Status scan(
                      String table,
                      String startKey,
                      int count,
                      Set<String> fields,
                      Vector<HashMap<String, ByteIterator>> rows) {
                    // As a client that first asks for keys, and then for each record.
                    for (String key :
                        database.records.tailMap(startKey).keySet().stream()
                            .limit(count)
                            .toList()) {
                      Map<String, byte[]> record = database.records.get(key);
                      if (record != null) {
                        rows.add(row(record));
                      }
                    }
                    return Status.OK;
                  }
                },
            threads,
            8_000,
            1,
            Bench.SETTINGS);
    assertThat(phase.faults().verification().faults()).isEmpty();
  }

  @Test
  void withoutAKnownOrderAnyRecordsAreRight() throws Exception {
    Fault other = (rows, key, count) -> Collections.shuffle(rows);
    assertThat(scan(loaded(Verify.FULL, false), thread -> new Faulty(other), 2)).isEmpty();
  }

  @Test
  void withoutAKnownOrderValuesAreChecked() throws Exception {
    Fault torn =
        (rows, key, count) -> {
          byte[] value = rows.get(0).get("field0").toArray();
          value[value.length - 1]++;
          rows.get(0).put("field0", new ByteArrayByteIterator(value));
        };
    assertThat(scan(loaded(Verify.FULL, false), thread -> new Faulty(torn), 1))
        .containsOnlyKeys("corrupt");
  }

  @Test
  void withoutAKnownOrderNoRowsAreFound() throws Exception {
    Fault none = (rows, key, count) -> rows.clear();
    assertThat(scan(loaded(Verify.FULL, false), thread -> new Faulty(none), 1))
        .containsOnlyKeys("missing");
  }

  @Test
  void messageNamesTheRecordAndTheScan() throws Exception {
    Bench bench = loaded(Verify.FULL, true);
    PhaseMeasurement phase =
        bench.transactions(
            thread -> new Faulty((rows, key, count) -> rows.clear()), 1, 10, 1, Bench.SETTINGS);
    assertThat(phase.faults().verification().examples().get(0))
        .matches("MISSING user\\d+ among 0 rows in the scan of \\d+ from user\\d+");
  }
}
