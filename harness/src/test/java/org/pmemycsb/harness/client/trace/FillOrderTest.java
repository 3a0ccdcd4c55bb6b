package org.pmemycsb.harness.client.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.pmemycsb.harness.client.replay.Workloads;
import org.pmemycsb.harness.plan.design.FillOrder;
import org.pmemycsb.harness.plan.design.Work;

class FillOrderTest {
  private static final int RECORDS = 10_000;

  private static long[] keys(FillOrder order) throws Exception {
    TraceSpec spec =
        new TraceSpec(
            Workloads.typed(Workloads.of("A", "fieldlengthdistribution=uniform"))
                .with(new Work.Load(order)),
            1,
            RECORDS,
            0,
            0,
            7);
    return Traces.dump(Trace.record(spec, 1L << 30), 0).operations().stream()
        .mapToLong(Operation::key)
        .toArray();
  }

  @Test
  void randomOrderHasEachKeyOnce() throws Exception {
    long[] all = LongStream.range(0, RECORDS).toArray();
    assertThat(keys(FillOrder.SEQUENTIAL)).isEqualTo(all);
    assertThat(keys(FillOrder.RANDOM)).isNotEqualTo(all).containsExactlyInAnyOrder(all);
  }

  /** Of many draws from as many keys, a share of 1/e of the keys does not come. */
  @Test
  void repeatingOrderLeavesAThirdOut() throws Exception {
    long[] keys = keys(FillOrder.REPEATING);
    long distinct = LongStream.of(keys).distinct().count();
    assertThat((double) distinct / RECORDS).isBetween(0.62, 0.645);
    assertThat(FillNumbers.distinct(FillOrder.REPEATING, RECORDS, 7)).isEqualTo(distinct);
    assertThat(FillNumbers.distinct(FillOrder.RANDOM, RECORDS, 7)).isEqualTo(RECORDS);
  }
}
