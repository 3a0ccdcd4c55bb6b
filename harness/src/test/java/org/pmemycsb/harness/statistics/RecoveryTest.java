package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecoveryTest {
  private static final List<Double> ENDS = List.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6);

  // The second interval of the second row alone is fast by chance.
  @ParameterizedTest
  @CsvSource({
    "90 90 91 90 90 90, 0",
    "10 100 20 95 85 92, 0.3",
    "89 89 89 89 89 89,",
    "100 100,",
  })
  void itIsBackWhereThreeIntervalsTogetherHaveNineTenths(String operations, Double seconds) {
    List<Long> made = Stream.of(operations.split(" ")).map(Long::valueOf).toList();
    assertThat(Recovery.seconds(ENDS.subList(0, made.size()), made, 1000))
        .isEqualTo(seconds == null ? OptionalDouble.empty() : OptionalDouble.of(seconds));
  }
}
