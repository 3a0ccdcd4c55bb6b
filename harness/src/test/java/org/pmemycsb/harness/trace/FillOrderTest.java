package org.pmemycsb.harness.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.harness.measure.Workloads;

class FillOrderTest {
  private static final int RECORDS = 10_000;

  private static long[] keys(String order) throws Exception {
    TraceSpec spec =
        TraceSpec.load(
            Workload.of(
                Workloads.of("A", "fillorder", order, "fieldlengthdistribution", "uniform")),
            1,
            RECORDS,
            7);
    return Traces.dump(TraceRecorder.record(spec, 1L << 30), 0).operations().stream()
        .mapToLong(Operation::key)
        .toArray();
  }

  @Test
  void randomOrderHasEachKeyOnce() throws Exception {
    long[] all = LongStream.range(0, RECORDS).toArray();
    assertThat(keys("sequential")).isEqualTo(all);
    assertThat(keys("random")).isNotEqualTo(all).containsExactlyInAnyOrder(all);
  }

  /** Of many draws from as many keys, a share of 1/e of the keys does not come. */
  @Test
  void repeatingOrderLeavesAThirdOut() throws Exception {
    long[] keys = keys("repeating");
    long distinct = LongStream.of(keys).distinct().count();
    assertThat((double) distinct / RECORDS).isBetween(0.62, 0.645);
    assertThat(FillOrder.REPEATING.distinct(RECORDS, 7)).isEqualTo(distinct);
    assertThat(FillOrder.RANDOM.distinct(RECORDS, 7)).isEqualTo(RECORDS);
  }

  /** So that a trace is the same for good. */
  @ParameterizedTest
  @CsvSource({"SEQUENTIAL", "RANDOM", "REPEATING"})
  void firstKeysOfASeedAreForGood(FillOrder order) {
    LongSupplier numbers = order.numbers(100_000, 42);
    long[] golden =
        Map.of(
                FillOrder.SEQUENTIAL, new long[] {0, 1, 2, 3, 4},
                FillOrder.RANDOM, new long[] {63787L, 58279L, 33744L, 12333L, 23959L},
                FillOrder.REPEATING, new long[] {53140L, 95595L, 38570L, 42183L, 97779L})
            .get(order);
    assertThat(LongStream.range(0, 5).map(i -> numbers.getAsLong()).toArray()).isEqualTo(golden);
  }
}
