package org.pmemycsb.harness.audit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.pmemycsb.harness.ConfigurationException;
import org.pmemycsb.spi.RecordLayout;

/**
 * @param rounds crashes, 1 to 10000
 * @param threads writers, 1 to 1000
 * @param time longest time under load before a kill, at most an hour
 * @param records number of possible records, at least one for each thread, at most 10 million
 * @param valueBytes longest value of a field, {@value FieldValue#MIN_BYTES} to 16 MiB
 * @param patience how long the clients may be silent
 * @param seed of operations and of the moments of the kills
 */
public record AuditPlan(
    int rounds,
    int threads,
    Duration time,
    int records,
    int valueBytes,
    Duration patience,
    long seed) {
  public static final int FIELDS = 3;

  private static final int ENTRIES_PER_MILLI = 400;
  private static final int MOST_ENTRIES = 8_000_000;

  public AuditPlan {
    refuseOutside("rounds", rounds, 1, 10_000);
    refuseOutside("threads", threads, 1, 1000);
    refuseOutside("records", records, threads, 10_000_000);
    refuseOutside("value-size", valueBytes, FieldValue.MIN_BYTES, 16 << 20);
  }

  private static void refuseOutside(String what, long value, long least, long most) {
    if (value < least || value > most) {
      throw new ConfigurationException(
          what + ": " + value + " is out of range; it must be from " + least + " to " + most);
    }
  }

  RecordLayout layout() {
    int keyBytes = Orders.key(0).getBytes(StandardCharsets.UTF_8).length;
    return new RecordLayout(records, keyBytes, FIELDS, valueBytes);
  }

  int clientHeapMiB() {
    return (int) Math.min(512 + (((long) threads * valueBytes * 64) >> 20), 1 << 20);
  }

  /** Entries of a log: more operations than a store in memory can do in the time. */
  int logEntries() {
    return (int) Math.min(MOST_ENTRIES, Math.max(100_000, time.toMillis() * ENTRIES_PER_MILLI));
  }
}
