package org.pmemycsb.harness.client.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.Changed;
import org.pmemycsb.harness.client.outcome.PhaseMeasurement;
import org.pmemycsb.harness.plan.design.Verify;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.Status;

/** How many operations are checked, by a virtual clock. */
class CheckPaceTest {
  private static final int OPERATIONS = 100_000;

  private final VirtualTicker ticker = new VirtualTicker();

  private int checked(CheckPace pace, long operationNanos, long checkNanos) {
    int checked = 0;
    for (int i = 0; i < OPERATIONS; i++) {
      boolean due = pace.isDue();
      ticker.pass(operationNanos);
      if (due) {
        pace.begins();
        ticker.pass(checkNanos);
        pace.ends();
        checked++;
      }
    }
    return checked;
  }

  @ParameterizedTest
  // The operation under way when a check falls due is not checked.
  @CsvSource({"500,1000,991", "10000,1000,16667", "200000,1000,50000", "500,50000,20"})
  void aSampleTakesTwoPercentOfTheTime(long operation, long check, int checks) {
    assertThat(checked(new CheckPace(Verify.SAMPLE, ticker), operation, check)).isEqualTo(checks);
  }

  @Test
  void aPhaseHasAsManyChecksAsItsPaceAllows() throws Exception {
    MemoryDatabase database = new MemoryDatabase();
    Bench bench = new Bench(database, Workloads.of("C", "fieldlength=32"), Verify.SAMPLE);
    bench.load(1);
    ClientFactory clients =
        database.reading(
            call -> {
              ticker.pass(1000);
              Status status = call.right();
              call.values().replaceAll((field, value) -> new SlowValue(value.toArray()));
              return status;
            });
    ReplaySettings settings = Changed.with(Bench.SETTINGS, "auditRecords", 0);
    PhaseMeasurement phase = bench.replay(clients, bench.spec(1, 20_000), null, settings, ticker);
    // 20 ms of reads, one check of 10 us in 510 us at most; about 1,200 reads are of watched keys.
    assertThat(phase.faults().verification().valuesChecked()).isBetween(20L, 41L);
  }

  /** Whose check takes 10 us. */
  private final class SlowValue extends ByteArrayByteIterator {
    SlowValue(byte[] value) {
      super(value);
    }

    @Override
    public byte[] toArray() {
      ticker.pass(10_000);
      return super.toArray();
    }
  }

  @Test
  void fullChecksAll() {
    assertThat(checked(new CheckPace(Verify.FULL, ticker), 500, 1000)).isEqualTo(OPERATIONS);
  }

  @Test
  void aLongCheckDelaysTheNextByATwentiethOfASecond() {
    CheckPace pace = new CheckPace(Verify.SAMPLE, ticker);
    pace.begins();
    ticker.pass(5_000_000_000L);
    pace.ends();
    ticker.pass(49_999_999);
    assertThat(pace.isDue()).isFalse();
    ticker.pass(1);
    assertThat(pace.isDue()).isTrue();
  }
}
