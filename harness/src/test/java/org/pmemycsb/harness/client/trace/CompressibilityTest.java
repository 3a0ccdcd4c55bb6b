package org.pmemycsb.harness.client.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.zip.Deflater;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much of the values a compressor takes away. */
class CompressibilityTest {
  private static final int LENGTH = 4096;
  private static final int VALUES = 64;

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.25, 0.5, 0.75, 1})
  void thisShareOfTheBytesCanBeCompressedAway(double share) {
    ValueIterator value =
        new ValueIterator(
            new org.pmemycsb.harness.client.trace.ValueSource(
                7,
                LENGTH,
                org.pmemycsb.harness.client.trace.ValueSource.Alphabet.BINARY,
                share,
                Share.WHOLE));
    double compressed = 0;
    for (int key = 0; key < VALUES; key++) {
      value.aim(key, 0, 1, LENGTH);
      Deflater deflater = new Deflater();
      deflater.setInput(value.toArray());
      deflater.finish();
      compressed += deflater.deflate(new byte[2 * LENGTH]);
      deflater.end();
    }
    assertThat(compressed / VALUES / LENGTH).isCloseTo(1 - share, within(0.05));
  }
}
