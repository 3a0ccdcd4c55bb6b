package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallTest {
  @ParameterizedTest
  @CsvSource({
    "1.004, 1.3, UNCLEAR",
    "1.006, 1.3, FASTER",
    "0.7, 0.996, UNCLEAR",
    "0.7, 0.994, SLOWER",
    "0.9, 1.11, EQUAL",
    "0.88, 1.1, UNCLEAR",
    "0.95, 1.13, UNCLEAR",
  })
  void anIntervalSaysWhatTheRoundedFiguresSay(double low, double high, Call call) {
    assertThat(Call.of(low, high)).isEqualTo(call);
  }

  @Test
  void oneInvocationDecidesNothing() {
    assertThat(Call.of(new LogMean(Math.log(9), 0, 1, 1))).isEqualTo(Call.UNCLEAR);
    assertThat(Call.of(new LogMean(Math.log(9), 0.01, 1, 2))).isEqualTo(Call.FASTER);
  }
}
