package org.pmemycsb.harness.plan.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.ConfigurationException;

class CpuLatencyChoiceTest {
  @ParameterizedTest
  @ValueSource(strings = {"auto", "none", "0", "20", "2147483647"})
  void aChoiceIsReadAsItIsWritten(String text) {
    assertThat(CpuLatencyChoice.parse(text).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "awake", "AUTO", "2147483648", "1us"})
  void otherTextsAreRefusedWithTheWayOut(String text) {
    assertThatThrownBy(() -> CpuLatencyChoice.parse(text))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("auto, none, or microseconds");
  }
}
