package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.plan.design.Verify;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/** A database that skips writes of equal bytes would be measured without its writes. */
class NewBytesTest {
  private final AtomicLong changed = new AtomicLong();
  private final AtomicLong unchanged = new AtomicLong();
  private final MemoryDatabase database = new MemoryDatabase();

  /** Compares what it is given with what is stored. */
  private final class ComparingClient extends MemoryDatabase.Client {
    ComparingClient() {
      database.super();
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      Map<String, byte[]> before = new HashMap<>(database.records.getOrDefault(key, Map.of()));
      Status status = super.update(table, key, values);
      Map<String, byte[]> after = database.records.get(key);
      for (String field : values.keySet()) {
        boolean same = Arrays.equals(before.get(field), after.get(field));
        (same ? unchanged : changed).incrementAndGet();
      }
      return status;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "OFF, 100, 0",
    "SAMPLE, 100, 0",
    "FULL, 100, 0",
    "OFF, 8, 0",
    "SAMPLE, 8, 0",
    "FULL, 8, 0",
    "OFF, 2, 0",
    "SAMPLE, 2, 0",
    "OFF, 100, 1",
    "SAMPLE, 100, 1"
  })
  void everyUpdateHasBytesThatItsKeyDidNotHave(Verify mode, int length, double compressibility)
      throws Exception {
    Map<String, String> workload = new HashMap<>(Workloads.of("A"));
    workload.put("fieldlength", Integer.toString(length));
    workload.put("compressibility", Double.toString(compressibility));
    workload.put("readmodifywriteproportion", "0.2");
    Bench bench = new Bench(database, workload, mode);
    bench.load(1);
    for (int phase = 1; phase <= 3; phase++) {
      bench.transactions(thread -> new ComparingClient(), 1, 4000, phase, Bench.SETTINGS);
    }

    assertThat(changed).hasValueGreaterThan(6000);
    assertThat(unchanged).hasValue(0);
  }

  @ParameterizedTest
  @CsvSource({"OFF", "SAMPLE", "FULL"})
  void threadsDoNotRepeatEachOther(Verify mode) throws Exception {
    Bench bench = new Bench(database, Workloads.of("A"), mode);
    bench.load(3);
    bench.transactions(thread -> new ComparingClient(), 3, 20_000, 1, Bench.SETTINGS);

    assertThat(changed).hasValueGreaterThan(8000);
    assertThat(unchanged).hasValue(0);
  }
}
