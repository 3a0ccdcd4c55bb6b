package org.pmemycsb.harness.plan.recorded;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.pmemycsb.harness.ConfigurationException;

/**
 * The facts about a recorded trace that a replay needs.
 *
 * @param records records that must exist before
 * @param meanBytes mean of the known value sizes, rounded up; at least 1
 * @param mostBytes the longest value; at least 1
 * @param nanos from the first operation to the last, as recorded; 0 if the trace has no times, or
 *     not in order
 * @param hitsForMisses reads that missed when they were recorded, and whose record exists in the
 *     replay, because keys do not expire there
 */
public record TraceFacts(
    long operations,
    long records,
    long inserts,
    long deletes,
    int meanBytes,
    int mostBytes,
    long nanos,
    long hitsForMisses) {
  private static final List<String> NAMES =
      Stream.of(TraceFacts.class.getRecordComponents()).map(RecordComponent::getName).toList();

  static final int COUNT = NAMES.size();

  public Map<String, Long> numbers() {
    long[] all = {
      operations, records, inserts, deletes, meanBytes, mostBytes, nanos, hitsForMisses
    };
    Map<String, Long> named = new LinkedHashMap<>();
    for (int i = 0; i < all.length; i++) {
      named.put(NAMES.get(i), all[i]);
    }
    return named;
  }

  /**
   * @throws ConfigurationException if one is missing or impossible
   */
  public static TraceFacts of(Map<String, String> numbers) {
    long[] all = new long[NAMES.size()];
    for (int i = 0; i < all.length; i++) {
      String text = numbers.getOrDefault(NAMES.get(i), "");
      if (!text.matches("\\d{1,18}")) {
        throw new ConfigurationException(
            "%s must be a whole number from 0, not '%s'; leave all of them out, and the file says them"
                .formatted(NAMES.get(i), text));
      }
      all[i] = Long.parseLong(text);
    }
    return of(all);
  }

  static TraceFacts of(long[] all) {
    return new TraceFacts(
        all[0], all[1], all[2], all[3], (int) all[4], (int) all[5], all[6], all[7]);
  }

  /** Whether the trace changes the set of records. */
  public boolean leavesGaps() {
    return deletes > 0;
  }
}
