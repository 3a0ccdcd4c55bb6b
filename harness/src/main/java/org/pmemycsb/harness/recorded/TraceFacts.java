package org.pmemycsb.harness.recorded;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;

/**
 * The facts about a recorded trace that a replay needs.
 *
 * @param records records that must exist before
 * @param meanBytes mean of the known value sizes, rounded up; at least 1
 * @param mostBytes the longest value; at least 1
 * @param nanos from the first operation to the last, as recorded; 0 if the trace has no times
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
  /** Receives the progress of reading a trace. */
  public interface Watch {
    /**
     * Several times a second, by the thread that reads.
     *
     * @param bytes read so far
     */
    void read(Path file, long bytes);
  }

  private static final Watch NOBODY = (file, bytes) -> {};
  private static final int OPERATIONS_BETWEEN = 1 << 16;
  private static volatile Watch watch = NOBODY;

  private static final List<String> NAMES =
      List.of(
          "operations",
          "records",
          "inserts",
          "deletes",
          "meanBytes",
          "mostBytes",
          "nanos",
          "hitsForMisses");

  /**
   * Sets the receiver for this JVM. Traces are read deep within parsers, which know no display.
   *
   * @param whom null for none
   */
  public static void watch(Watch whom) {
    watch = whom == null ? NOBODY : whom;
  }

  /**
   * Reads a whole trace.
   *
   * @param most number of operations after which the trace ends
   * @param timed whether timestamps must not decrease
   * @throws ConfigurationException if a line is wrong, or there is none
   */
  public static TraceFacts of(Path file, Optional<TraceFormat> format, long most, boolean timed) {
    long operations = 0;
    long inserts = 0;
    long deletes = 0;
    long sized = 0;
    long hitsForMisses = 0;
    double bytes = 0;
    int longest = 1;
    long first = 0;
    long last = 0;
    try (RecordedTrace trace = new RecordedTrace(file, format, most)) {
      while (trace.next()) {
        if (timed && trace.nanos() < last) {
          throw trace.wrong(
              "its timestamp is before that of the line above, and speed needs them in order");
        }
        if (operations % OPERATIONS_BETWEEN == 0) {
          watch.read(file, trace.position());
        }
        last = trace.nanos();
        first = operations == 0 ? last : first;
        operations++;
        inserts += trace.call() == Call.INSERT || trace.call() == Call.ADD ? 1 : 0;
        deletes += trace.call() == Call.DELETE ? 1 : 0;
        hitsForMisses += trace.isHitForMiss() ? 1 : 0;
        sized += trace.bytes() > 0 ? 1 : 0;
        bytes += trace.bytes();
        longest = Math.max(longest, trace.bytes());
      }
      if (operations == 0) {
        throw new ConfigurationException(file + ": the trace has no operations");
      }
      return new TraceFacts(
          operations,
          trace.older(),
          inserts,
          deletes,
          sized == 0 ? 1 : (int) Math.max(1, Math.ceil(bytes / sized)),
          longest,
          Math.max(0, last - first),
          hitsForMisses);
    }
  }

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
            "%s must be a whole number from 0, not '%s'; leave all of them out, and the trace is read"
                .formatted(NAMES.get(i), text));
      }
      all[i] = Long.parseLong(text);
    }
    return new TraceFacts(
        all[0], all[1], all[2], all[3], (int) all[4], (int) all[5], all[6], all[7]);
  }

  /** Whether the trace changes the set of records. */
  public boolean leavesGaps() {
    return deletes > 0;
  }
}
