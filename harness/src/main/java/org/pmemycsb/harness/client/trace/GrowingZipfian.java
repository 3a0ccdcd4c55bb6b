package org.pmemycsb.harness.client.trace;

import java.util.Arrays;
import org.pmemycsb.harness.plan.design.YcsbZipfian;
import site.ycsb.Utils;
import site.ycsb.generator.ScrambledZipfianGenerator;

/**
 * Draws from YCSB's scrambled zipfian among the records that exist, while a workload inserts more.
 *
 * <p>YCSB hashes ranks to the numbers of all records that it expects at the end, and draws again
 * while the record does not exist yet. Where many inserts are expected, nearly all draws are thrown
 * away. This draws once, from the same distribution under the condition that the record exists.
 *
 * <p>Hot ranks are kept one by one, in the order of their records. Each other rank comes less than
 * once in the trace, or less than once in 2^20 operations. Together they hit all records alike.
 * Their hash differs from that only by chance. Immutable.
 */
public final class GrowingZipfian {
  private static final int MOST_HOT = 1 << 20;
  private static final int RANK_BITS = 20;

  private final long expected;
  private final int[] records;

  /** The probability of the hot ranks up to each. */
  private final double[] ends;

  /** The probability of all other ranks, for each record. */
  private final double others;

  /**
   * @param expected the records that YCSB expects at the end, at least 1 and less than 2^32
   * @param operations of the trace
   */
  public GrowingZipfian(long expected, long operations) {
    this.expected = expected;
    YcsbZipfian ranks =
        YcsbZipfian.of(ScrambledZipfianGenerator.ITEM_COUNT, ScrambledZipfianGenerator.ZETAN);
    int hot = (int) Math.max(1, Math.min(MOST_HOT, operations));
    long[] order = new long[hot];
    for (int rank = 0; rank < hot; rank++) {
      order[rank] = Utils.hash(rank) % expected << RANK_BITS | rank;
    }
    Arrays.sort(order);
    records = new int[hot];
    ends = new double[hot];
    double sum = 0;
    for (int i = 0; i < hot; i++) {
      long rank = order[i] & MOST_HOT - 1;
      sum += ranks.begin(rank + 1) - ranks.begin(rank);
      records[i] = (int) Math.min(Integer.MAX_VALUE, order[i] >>> RANK_BITS);
      ends[i] = sum;
    }
    others = Math.max(0, 1 - ranks.begin(hot)) / expected;
  }

  /**
   * A record.
   *
   * @param existing how many there are, at least 1
   * @return from 0 to less than that
   */
  public long next(long existing, SeededRandom random) {
    long count = Math.min(existing, expected);
    int found = Arrays.binarySearch(records, (int) Math.min(count, Integer.MAX_VALUE));
    // A record of several hot ranks stands there several times.
    int hot = found < 0 ? -1 - found : found;
    while (hot > 0 && records[hot - 1] >= count) {
      hot--;
    }
    double ofHot = hot == 0 ? 0 : ends[hot - 1];
    double drawn = random.nextDouble() * (ofHot + others * count);
    if (drawn >= ofHot) {
      return Math.min(count - 1, (long) ((drawn - ofHot) / others));
    }
    int at = Arrays.binarySearch(ends, 0, hot, drawn);
    return records[at < 0 ? -1 - at : Math.min(hot - 1, at + 1)];
  }
}
