package org.pmemycsb.harness.result;

import java.util.OptionalDouble;
import java.util.SortedMap;

/**
 * Requests of a database to the medium in a phase, from the start of the first operation to the end
 * of the last one.
 *
 * @param operations good operations of the phase
 * @param recordBytes bytes of the keys and values that clients wrote
 * @param counts of the whole phase
 * @param calls the calls of YCSB's interface by their kind; a read-modify-write is two calls
 */
public record Demand(
    long operations, long recordBytes, Counts counts, SortedMap<String, Calls> calls) {

  /**
   * @param counts requests during these calls; null with several client threads, because calls
   *     overlap
   */
  public record Calls(long calls, long recordBytes, Counts counts) {}

  public OptionalDouble perOperation(double total) {
    return operations > 0 ? OptionalDouble.of(total / operations) : OptionalDouble.empty();
  }

  /** Bytes that went to the medium for each operation; empty if they are not known. */
  public OptionalDouble persistedBytesPerOperation() {
    return counts.knowsBytes() ? perOperation(counts.persistedBytes()) : OptionalDouble.empty();
  }

  /** Bytes that went to the medium for each byte of records that clients wrote. */
  public OptionalDouble amplification() {
    return recordBytes > 0 && counts.knowsBytes()
        ? OptionalDouble.of((double) counts.persistedBytes() / recordBytes)
        : OptionalDouble.empty();
  }
}
