package org.pmemycsb.harness.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RecoveryTest {
  private static final List<Double> ENDS = List.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6);

  @Test
  void aThroughputThatIsThereAtOnceIsBackAtTheStart() {
    assertThat(Recovery.seconds(ENDS, List.of(90L, 90L, 91L, 90L, 90L, 90L), 1000)).hasValue(0);
  }

  @Test
  void itIsBackWhereThreeIntervalsTogetherHaveNineTenths() {
    // The second interval alone is fast by chance.
    assertThat(Recovery.seconds(ENDS, List.of(10L, 100L, 20L, 95L, 85L, 92L), 1000)).hasValue(0.3);
  }

  @Test
  void itIsNotBackBelowNineTenths() {
    assertThat(Recovery.seconds(ENDS, List.of(89L, 89L, 89L, 89L, 89L, 89L), 1000)).isEmpty();
  }

  @Test
  void fewerThanThreeIntervalsSayNothing() {
    assertThat(Recovery.seconds(List.of(0.1, 0.2), List.of(100L, 100L), 1000)).isEmpty();
  }
}
