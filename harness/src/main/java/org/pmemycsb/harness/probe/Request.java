package org.pmemycsb.harness.probe;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/**
 * An operation that a probe repeats.
 *
 * @param operation as {@code pmem_probe} or {@link Fio} names it; a chain of accesses has its steps
 *     in its name
 * @param sizeBytes of one operation, at least 8
 * @param threads that do it at the same time, each on its own share of the file
 */
public record Request(
    String operation, @JsonProperty("size_bytes") int sizeBytes, Pattern pattern, int threads) {
  public enum Pattern {
    @JsonProperty("random")
    RANDOM,
    @JsonProperty("sequential")
    SEQUENTIAL;

    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Request random(String operation, int sizeBytes) {
    return new Request(operation, sizeBytes, Pattern.RANDOM, 1);
  }

  static Request sequential(String operation, int sizeBytes) {
    return new Request(operation, sizeBytes, Pattern.SEQUENTIAL, 1);
  }

  /** Whether accesses depend on each other, which are those of random addresses alone. */
  boolean isChain() {
    return operation.startsWith("chain_");
  }

  Request by(int others) {
    return new Request(operation, sizeBytes, pattern, others);
  }
}
