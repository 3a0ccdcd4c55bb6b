package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmemycsb.harness.client.replay.MemoryDatabase.row;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.plan.design.Verify;
import site.ycsb.ByteArrayByteIterator;

/** Scans that give the wrong rows are found out, and those that give the right ones are not. */
class ScanCheckTest {
  private final MemoryDatabase database = new MemoryDatabase();

  private Bench loaded(Verify mode, boolean inOrder, String... changes) throws Exception {
    Bench bench = new Bench(database, Workloads.of("E", changes), mode, inOrder);
    bench.load(1);
    return bench;
  }

  private Map<String, Long> scan(Bench bench, MemoryDatabase.Rows fault, int threads)
      throws Exception {
    PhaseMeasurement phase = bench.transactions(database.scanning(fault), threads, 3000);
    assertThat(phase.failed() + phase.notFound()).isZero();
    assertThat(phase.good(OperationKind.SCAN)).isPositive();
    return phase.faults().verification().faults();
  }

  /** How a database may go wrong, by the name of a case. */
  private MemoryDatabase.Rows fault(String name) {
    return switch (name) {
      case "none" -> (rows, key, count) -> rows.clear();
      case "every-other" ->
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
      case "swapped" ->
          (rows, key, count) -> {
            if (rows.size() > 2) {
              Collections.swap(rows, 1, 2);
            }
          };
      case "reversed" -> (rows, key, count) -> Collections.reverse(rows);
      case "one-before" ->
          (rows, key, count) -> {
            Map.Entry<String, Map<String, byte[]>> before = database.records.lowerEntry(key);
            if (before != null) {
              rows.set(0, row(before.getValue()));
            }
          };
      case "no-first" -> (rows, key, count) -> rows.remove(0);
      case "more" ->
          (rows, key, count) -> {
            rows.clear();
            database.records.tailMap(key).values().forEach(each -> rows.add(row(each)));
          };
      case "other-table" ->
          (rows, key, count) ->
              rows.forEach(
                  each ->
                      each.replaceAll(
                          (field, value) ->
                              new ByteArrayByteIterator(new byte[(int) value.bytesLeft()])));
      case "other-field" ->
          (rows, key, count) -> {
            if (rows.size() > 1) {
              rows.get(0).put("field1", rows.get(1).get("field1"));
            }
          };
      case "no-field" -> (rows, key, count) -> rows.forEach(each -> each.remove("field1"));
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** The first kinds of faults are found; the last column has those that are found and no other. */
  @ParameterizedTest
  @CsvSource({
    "none, insertorder=hashed, , missing",
    "none, insertorder=ordered, , missing",
    "none, fieldlength=8, , missing",
    "every-other, insertorder=hashed, , missing",
    "every-other, insertorder=ordered, , missing",
    "swapped, insertorder=hashed, , disordered",
    "swapped, insertorder=ordered, , disordered",
    "reversed, fieldlength=100, disordered,",
    "one-before, fieldlength=100, , missing disordered",
    "no-first, fieldlength=100, missing,",
    "no-first, fieldlength=8, corrupt,",
    "more, fieldlength=100, , surplus",
    "other-table, fieldlength=100, corrupt,",
    "no-field, fieldcount=2, , missing",
  })
  void wrongRowsAreFound(String fault, String workload, String found, String only)
      throws Exception {
    for (Verify mode : List.of(Verify.FULL, Verify.SAMPLE)) {
      database.records.clear();
      Map<String, Long> faults = scan(loaded(mode, true, workload), fault(fault), 1);
      if (only == null) {
        assertThat(faults).as("%s", mode).containsKey(found);
      } else {
        assertThat(faults).as("%s", mode).containsOnlyKeys(only.split(" "));
      }
    }
  }

  /** A sample may miss these. */
  @ParameterizedTest
  @CsvSource({
    "every-other, fieldlength=8, missing",
    "other-table, fieldlength=8, corrupt",
    "other-field, fieldcount=2 fieldlength=50, foreign",
  })
  void aFullCheckFindsMore(String fault, String workload, String found) throws Exception {
    assertThat(scan(loaded(Verify.FULL, true, workload), fault(fault), 1)).containsKey(found);
  }

  @ParameterizedTest
  @CsvSource({"FULL,3000", "SAMPLE,20000"})
  void staleValueIsFound(Verify mode, int operations) throws Exception {
    Bench bench = loaded(mode, true, "scanproportion=0.5 updateproportion=0.45");
    Map<String, Map<String, byte[]>> loaded = new TreeMap<>(database.records);
    ClientFactory stale =
        database.scanning(
            (rows, key, count) -> {
              if (loaded.containsKey(key)) {
                rows.set(0, row(loaded.get(key)));
              }
            });
    PhaseMeasurement phase = bench.transactions(stale, 1, operations);
    assertThat(phase.faults().verification().faults()).containsOnlyKeys("stale");
  }

  /** A scan that does not see what was inserted after the load. */
  @ParameterizedTest
  @EnumSource(
      value = Verify.class,
      names = {"FULL", "SAMPLE"})
  void oldSnapshotIsFound(Verify mode) throws Exception {
    Bench bench =
        loaded(mode, true, "insertproportion=0.5 scanproportion=0.5 requestdistribution=latest");
    TreeMap<String, Map<String, byte[]>> old = new TreeMap<>(database.records);
    MemoryDatabase.Rows snapshot =
        (rows, key, count) -> {
          rows.clear();
          old.tailMap(key).values().stream().limit(count).forEach(each -> rows.add(row(each)));
        };
    // Stale: the warm-up updates records.
    assertThat(scan(bench, snapshot, 1)).containsKey("missing");
  }

  @Test
  void deletedRecordIsFound() throws Exception {
    Bench bench =
        loaded(
            Verify.FULL,
            true,
            "insertorder=ordered requestdistribution=uniform",
            "scanproportion=0.6 insertproportion=0.2 deleteproportion=0.2");
    Map<String, byte[]> first = database.records.firstEntry().getValue();
    MemoryDatabase.Rows raising = (rows, key, count) -> rows.set(rows.size() - 1, row(first));
    assertThat(scan(bench, raising, 1)).containsKey("resurrected");
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
      int padding,
      int length,
      String distribution,
      int threads,
      int fields)
      throws Exception {
    Bench bench =
        loaded(
            mode,
            true,
            "scanproportion=0.4 updateproportion=0.4 insertproportion=0.2",
            "insertorder=" + order + " zeropadding=" + padding + " fieldlength=" + length,
            "fieldlengthdistribution=" + distribution + " fieldcount=" + fields,
            "readallfields=" + (fields != 2));
    PhaseMeasurement phase = bench.transactions(database.clients(), threads, 8_000);
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
            "requestdistribution=uniform insertorder=" + order,
            "scanproportion=0.4 insertproportion=0.3 deleteproportion=0.3");
    // As a client that first asks for keys, and then for each record.
    MemoryDatabase.Rows keysFirst =
        (rows, start, count) -> {
          rows.clear();
          for (String key :
              database.records.tailMap(start).keySet().stream().limit(count).toList()) {
            Map<String, byte[]> record = database.records.get(key);
            if (record != null) {
              rows.add(row(record));
            }
          }
        };
    PhaseMeasurement phase = bench.transactions(database.scanning(keysFirst), threads, 8_000);
    assertThat(phase.faults().verification().faults()).isEmpty();
  }

  @Test
  void withoutAKnownOrderTheRecordsMayBeAnyButTheirValuesAreChecked() throws Exception {
    Bench bench = loaded(Verify.FULL, false);
    MemoryDatabase.Rows torn =
        (rows, key, count) -> {
          byte[] value = rows.get(0).get("field0").toArray();
          value[value.length - 1]++;
          rows.get(0).put("field0", new ByteArrayByteIterator(value));
        };
    assertThat(scan(bench, (rows, key, count) -> Collections.shuffle(rows), 2)).isEmpty();
    assertThat(scan(bench, torn, 1)).containsOnlyKeys("corrupt");
    assertThat(scan(bench, fault("none"), 1)).containsOnlyKeys("missing");
  }
}
