package org.pmemycsb.harness.plan.design;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The reads of a medium that the machine does not have. Immutable.
 *
 * @param nanos the latency of a random load from the medium ({@code medium}) and from the main
 *     memory of the same machine ({@code dram}) in nanoseconds; empty where reads are not slowed
 * @param gigabytes the bandwidth of one thread that reads from both in sequence, by the same names,
 *     in 10^9 bytes per second; empty if it is not known
 * @param shared the bandwidth of all readers of the medium together by their number, in 10^9 bytes
 *     per second; empty where it is not limited
 * @param blockBytes what the medium reads at least, however little is asked for
 * @param flushEvicts whether a flush takes lines out of the processor's cache, so that the next
 *     access loads them again
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record MediumReads(
    Map<String, Double> nanos,
    Map<String, Double> gigabytes,
    SortedMap<Integer, Double> shared,
    int blockBytes,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean flushEvicts) {
  public static final String OF_MEDIUM = "medium";

  public static final String OF_DRAM = "dram";

  public static final int LINE = 64;

  public static final MediumReads NONE = new MediumReads(Map.of(), Map.of());

  public MediumReads {
    nanos = nanos == null ? Map.of() : new TreeMap<>(nanos);
    gigabytes = gigabytes == null ? Map.of() : new TreeMap<>(gigabytes);
    shared = shared == null ? new TreeMap<>() : new TreeMap<>(shared);
  }

  /** Reads whose bandwidth is not limited. */
  public MediumReads(Map<String, Double> nanos, Map<String, Double> gigabytes) {
    this(nanos, gigabytes, new TreeMap<>(), LINE, false);
  }

  public boolean none() {
    return nanos.isEmpty();
  }

  /** How many times as long as from main memory a load takes; 1 where reads are not slowed. */
  public double factor() {
    return none() ? 1 : nanos.get(OF_MEDIUM) / nanos.get(OF_DRAM);
  }

  /** How much longer the first load of a read takes than from main memory, in nanoseconds. */
  public double slowerLoadNanos() {
    return none() ? 0 : nanos.get(OF_MEDIUM) - nanos.get(OF_DRAM);
  }

  /**
   * How long a load takes of what a flush took out of the cache, in nanoseconds; 0 if none does.
   */
  public double loadAgainNanos() {
    return flushEvicts ? nanos.get(OF_MEDIUM) : 0;
  }

  /** How much longer the copy of a byte takes than from main memory, in nanoseconds. */
  public double slowerByteNanos() {
    return byteNanos(OF_MEDIUM) - byteNanos(OF_DRAM);
  }

  /**
   * The time of a byte behind the first line of a read, in nanoseconds. Without a bandwidth, each
   * line takes as long as the first.
   *
   * @param memory {@link #OF_MEDIUM} or {@link #OF_DRAM}
   */
  public double nextByteNanos(String memory) {
    return gigabytes.isEmpty() ? nanos.get(memory) / LINE : byteNanos(memory);
  }

  private double byteNanos(String memory) {
    return gigabytes.isEmpty() ? 0 : 1 / gigabytes.get(memory);
  }
}
