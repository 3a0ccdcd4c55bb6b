package org.pmemycsb.harness.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.pmemycsb.harness.outcome.Intervals;
import org.pmemycsb.harness.outcome.Latencies;

/**
 * Counts the calls of one thread by the interval in which they ended and by their latency. When
 * there are too many intervals, each two become one, so that the memory does not depend on the
 * time. For one thread.
 */
final class Timeline {
  /** The most intervals. */
  static final int MOST = 128;

  // Four for each doubling of a latency: an error of at most 12.5 % from the middle.
  private static final int PER_DOUBLING = 4;
  private static final int BUCKETS = bucket(Latencies.MAX_NANOS) + 1;

  private final int[] counts = new int[MOST * BUCKETS];
  private long nanos = Intervals.SHORTEST_NANOS;
  private long origin;
  private long end;
  private int row;

  /**
   * @param start when the phase began, by {@link System#nanoTime}; later if it was interrupted
   */
  void begin(long start) {
    origin = start;
    row = 0;
    end = start;
  }

  void record(long at, long latency) {
    if (at - end >= 0) {
      enter(at - origin);
    }
    counts[row + bucket(Math.min(latency, Latencies.MAX_NANOS))]++;
  }

  private void enter(long since) {
    while (since / nanos >= MOST) {
      halve();
    }
    int interval = (int) Math.max(0, since / nanos);
    row = interval * BUCKETS;
    end = origin + (interval + 1) * nanos;
  }

  private void halve() {
    for (int interval = 0; interval < MOST / 2; interval++) {
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        int from = 2 * interval * BUCKETS + bucket;
        counts[interval * BUCKETS + bucket] = counts[from] + counts[from + BUCKETS];
      }
    }
    Arrays.fill(counts, MOST / 2 * BUCKETS, MOST * BUCKETS, 0);
    nanos *= 2;
  }

  void reset() {
    Arrays.fill(counts, 0);
    nanos = Intervals.SHORTEST_NANOS;
    row = 0;
    end = origin;
  }

  /** What was counted, in the middle of each bucket. */
  Intervals intervals() {
    List<Histogram> all = new ArrayList<>();
    for (int interval = 0; interval < MOST; interval++) {
      Histogram histogram = Intervals.empty();
      for (int bucket = 0; bucket < BUCKETS; bucket++) {
        int count = counts[interval * BUCKETS + bucket];
        if (count > 0) {
          histogram.recordValueWithCount((low(bucket) + low(bucket + 1) - 1) / 2, count);
        }
      }
      all.add(histogram);
    }
    return new Intervals(nanos, all, List.of()).trimmed();
  }

  private static int bucket(long latency) {
    if (latency < PER_DOUBLING) {
      return (int) Math.max(0, latency);
    }
    int doublings = 63 - Long.numberOfLeadingZeros(latency);
    return (doublings - 1) * PER_DOUBLING + (int) (latency >>> (doublings - 2) & 3);
  }

  private static long low(int bucket) {
    return bucket < PER_DOUBLING
        ? bucket
        : (long) (PER_DOUBLING + bucket % PER_DOUBLING) << (bucket / PER_DOUBLING - 1);
  }
}
