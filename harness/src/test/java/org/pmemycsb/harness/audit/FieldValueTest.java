package org.pmemycsb.harness.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldValueTest {
  private final FieldValue values = new FieldValue();

  @ParameterizedTest
  @ValueSource(ints = {FieldValue.MIN_BYTES, 25, 31, 32, 1024, 100_000})
  void aWholeValueSaysItsVersion(int bytes) {
    byte[] value = values.encode(7, 2, 41, 3, bytes);
    assertThat(value).hasSize(bytes);
    assertThat(values.decode(value, 7, 2)).isEqualTo(41);
  }

  @Test
  void anyByteThatIsOtherIsSeen() {
    byte[] value = values.encode(7, 2, 41, 3, 100);
    for (int i = 0; i < value.length; i++) {
      value[i] ^= 0x10;
      assertThat(values.decode(value, 7, 2)).as("byte %d", i).isEqualTo(FieldValue.TORN);
      value[i] ^= 0x10;
    }
  }

  @Test
  void aValueThatIsCutOffTooLongOrMixedIsTorn() {
    byte[] value = values.encode(7, 2, 41, 3, 100);
    byte[] mixed = value.clone();
    System.arraycopy(values.encode(7, 2, 42, 3, 100), 50, mixed, 50, 50);
    assertThat(values.decode(mixed, 7, 2)).isEqualTo(FieldValue.TORN);
    for (int length = 0; length < 110; length++) {
      int found = values.decode(Arrays.copyOf(value, length), 7, 2);
      assertThat(found).isEqualTo(length == value.length ? 41 : FieldValue.TORN);
    }
  }

  @Test
  void aValueOfAnotherRecordOrFieldIsForeign() {
    byte[] value = values.encode(7, 2, 41, 3, 100);
    assertThat(values.decode(value, 8, 2)).isEqualTo(FieldValue.FOREIGN);
    assertThat(values.decode(value, 7, 1)).isEqualTo(FieldValue.FOREIGN);
  }
}
