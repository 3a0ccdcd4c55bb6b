package org.pmemycsb.harness.plan.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.harness.ConfigurationException;

class ByteSizeTest {
  @ParameterizedTest
  @CsvSource({
    "8,8",
    "100B,100",
    "4KiB,4096",
    "4 kib,4096",
    "3MiB,3145728",
    "2GiB,2147483648",
    "4KB,4096",
    "4K,4096",
    "2 GB,2147483648",
    "3T,3298534883328"
  })
  void sizesAreReadAsPeopleWriteThem(String text, long bytes) {
    assertThat(ByteSize.parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "KiB", "-1", "1.5KiB", "4XB", "1GG", "big", "999999999999999GiB"})
  void whatIsNoSizeIsRefused(String text) {
    assertThatThrownBy(() -> ByteSize.parse(text))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("'" + text + "' is ");
  }

  @Test
  void sizesAreShownInTheLargestUnitThatDividesThem() {
    assertThat(ByteSize.format(1000)).isEqualTo("1000 B");
    assertThat(ByteSize.format(8192)).isEqualTo("8 KiB");
    assertThat(ByteSize.format(1L << 30)).isEqualTo("1 GiB");
    assertThat(ByteSize.format(1L << 42)).isEqualTo("4096 GiB");
  }
}
