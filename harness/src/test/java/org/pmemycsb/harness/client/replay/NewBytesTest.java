package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.plan.design.Verify;
import site.ycsb.Status;

/** A database that skips writes of equal bytes would be measured without its writes. */
class NewBytesTest {
  private final AtomicLong changed = new AtomicLong();
  private final AtomicLong unchanged = new AtomicLong();
  private final MemoryDatabase database = new MemoryDatabase();

  /** Compares what is written with what is stored. */
  private final ClientFactory comparing =
      database.updating(
          call -> {
            Map<String, byte[]> before = database.records.getOrDefault(call.key(), Map.of());
            Status status = call.right();
            Map<String, byte[]> after = database.records.get(call.key());
            for (String field : call.values().keySet()) {
              boolean same = Arrays.equals(before.get(field), after.get(field));
              (same ? unchanged : changed).incrementAndGet();
            }
            return status;
          });

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
    Map<String, String> workload =
        Workloads.of(
            "A",
            "fieldlength=" + length + " compressibility=" + compressibility,
            "readmodifywriteproportion=0.2");
    Bench bench = new Bench(database, workload, mode);
    bench.load(1);
    for (int phase = 1; phase <= 3; phase++) {
      bench.transactions(comparing, 1, 4000, phase, Bench.SETTINGS);
    }

    assertThat(changed).hasValueGreaterThan(6000);
    assertThat(unchanged).hasValue(0);
  }

  @ParameterizedTest
  @CsvSource({"OFF", "SAMPLE", "FULL"})
  void threadsDoNotRepeatEachOther(Verify mode) throws Exception {
    Bench bench = new Bench(database, Workloads.of("A"), mode);
    bench.load(3);
    bench.transactions(comparing, 3, 20_000, 1, Bench.SETTINGS);

    assertThat(changed).hasValueGreaterThan(8000);
    assertThat(unchanged).hasValue(0);
  }
}
