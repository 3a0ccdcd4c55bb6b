package org.pmemycsb.harness.trace;

import java.util.BitSet;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.pmemycsb.harness.design.Phase;

/** The order in which a load inserts its records. */
public enum FillOrder {
  /** By their numbers, as YCSB does. */
  SEQUENTIAL,
  /** Each once, shuffled; the same for every seed. */
  RANDOM,
  /**
   * Drawn at random, so that some come again and others not at all, as LevelDB's db_bench and its
   * descendants do.
   */
  REPEATING;

  /** The order that a workload's properties ask for. */
  public static FillOrder of(Map<String, String> workload) {
    return valueOf(
        workload.getOrDefault(Phase.FILL_PROPERTY, SEQUENTIAL.name()).toUpperCase(Locale.ROOT));
  }

  /** The numbers of the records to insert, in their order; endless. */
  public LongSupplier numbers(long records, long seed) {
    SeededRandom random = new SeededRandom(SeededRandom.mix(seed));
    long[] next = {0};
    return switch (this) {
      case SEQUENTIAL -> () -> next[0]++;
      case RANDOM -> () -> Shuffle.of(next[0]++, records);
      case REPEATING -> () -> random.below(records);
    };
  }

  /** How many different records so many inserts make. */
  public long distinct(long records, long seed) {
    if (this != REPEATING) {
      return records;
    }
    BitSet seen = new BitSet();
    LongSupplier numbers = numbers(records, seed);
    for (long i = 0; i < records; i++) {
      seen.set((int) numbers.getAsLong());
    }
    return seen.cardinality();
  }
}
