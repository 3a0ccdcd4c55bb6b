package org.pmemycsb.harness.client.trace;

import java.util.BitSet;
import java.util.function.LongSupplier;
import org.pmemycsb.harness.plan.design.FillOrder;

/** The numbers of the records that a load inserts. */
public final class FillNumbers {
  private FillNumbers() {}

  /** The numbers of the records to insert, in their order; endless. */
  public static LongSupplier of(FillOrder order, long records, long seed) {
    SeededRandom random = new SeededRandom(SeededRandom.mix(seed));
    long[] next = {0};
    return switch (order) {
      case SEQUENTIAL -> () -> next[0]++;
      case RANDOM -> () -> Shuffle.of(next[0]++, records);
      case REPEATING -> () -> random.below(records);
    };
  }

  /** The number of different records that so many inserts make. */
  public static long distinct(FillOrder order, long records, long seed) {
    if (order != FillOrder.REPEATING) {
      return records;
    }
    BitSet seen = new BitSet();
    LongSupplier numbers = of(order, records, seed);
    for (long i = 0; i < records; i++) {
      seen.set((int) numbers.getAsLong());
    }
    return seen.cardinality();
  }
}
