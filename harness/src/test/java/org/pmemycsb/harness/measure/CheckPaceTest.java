package org.pmemycsb.harness.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.design.Verify;

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
