package org.pmemycsb.adapter.inprocess.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {
  @ParameterizedTest
  @CsvSource({
    "17, 17",
    "17B, 17",
    "4 kib, 4096",
    "64K, 65536",
    "512MiB, 536870912",
    "2 GB, 2147483648",
    "3T, 3298534883328",
  })
  void sizesMayHaveUnits(String text, long bytes) {
    assertThat(ByteSize.parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0", "-1", "1.5G", "big", "1GG", "G", "9999999999T", "99999999999999999999"})
  void sizeThatIsNoneIsRefused(String text) {
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> ByteSize.parse(text))
        .withMessageStartingWith("'" + text + "'");
  }

  @ParameterizedTest
  @CsvSource({"1, 1MiB", "1048576, 1MiB", "1048577, 2MiB", "9223372036854775807, 8796093022208MiB"})
  void mebibytesAreRoundedUp(long bytes, String text) {
    assertThat(ByteSize.inMebibytes(bytes)).isEqualTo(text);
  }
}
