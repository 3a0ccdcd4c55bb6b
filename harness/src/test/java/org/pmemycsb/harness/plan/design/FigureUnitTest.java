package org.pmemycsb.harness.plan.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureUnitTest {
  /** Two threads make 4 million operations of 256 B in a second: each takes 500 ns. */
  @ParameterizedTest
  @CsvSource({
    "ops/s, 256, 4e6, 4e6",
    "GB/s, 256, 1.024, 1.024",
    "GiB/s, 256, 0.953674, 0.953674",
    "ns, 256, 2e6, 500",
    "ns/line, 256, 8e6, 125",
    "ns/line, 65, 4e6, 250", // in two lines
    "ns/line, 8, 2e6, 500",
  })
  void aSpeedGrowsWithTheRateAndAFigureIsShownInTheUnit(
      String id, int sizeBytes, double speed, double shown) {
    FigureUnit unit = FigureUnit.named(id);

    double found = unit.speed(4e6, sizeBytes, 2);

    assertThat(found).isCloseTo(speed, within(1e-6 * speed));
    assertThat(unit.shown(found)).isCloseTo(shown, within(1e-6 * shown));
    assertThat(unit.isTime()).isEqualTo(id.startsWith("ns"));
  }
}
