package org.pmemycsb.harness.plan.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.ConfigurationException;

class MemoryBudgetTest {
  private static final long DATA = 256L << 20;

  @ParameterizedTest
  @CsvSource({
    "all, all, 9223372036854775807",
    "512MiB, 512MiB, 536870912",
    "1g, 1GiB, 1073741824",
    "1048576, 1MiB, 1048576",
    "25%, 25%, 67108864",
    "12.50 %, 12.5%, 33554432",
    "150%, 150%, 402653184"
  })
  void everyFormHasOneSpellingAndItsBytes(String given, String text, long bytes) {
    MemoryBudget budget = MemoryBudget.of(given);
    assertThat(budget.text()).isEqualTo(text);
    assertThat(MemoryBudget.of(text)).isEqualTo(budget);
    assertThat(budget.bytes(DATA)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "0%", "0.0 %", "0MiB", "some", "-1", "-5%", "%", "1e3%", "5 TB and more"})
  void whatIsNoBudgetIsRefused(String text) {
    assertThatThrownBy(() -> MemoryBudget.of(text))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void onlyAllIsAll() {
    assertThat(MemoryBudget.of("ALL").isAll()).isTrue();
    assertThat(MemoryBudget.of("100%").isAll()).isFalse();
  }
}
