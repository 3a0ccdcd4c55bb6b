package org.pmemycsb.harness.design;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The figures of a medium that the machine does not have. It is persistent memory, or a disk.
 * Immutable; {@code docs/guide/models.md} describes its file and its effects.
 *
 * @param name short, without spaces
 * @param title what it stands for, in a line
 * @param error a sentence: its figures against published ones; empty if they were not compared
 * @param persistNanos time from the flush of so many bytes to the end of the fence behind it, by
 *     these bytes, in nanoseconds; empty where fences are not delayed
 * @param writeGigabytes bandwidth of all writers together by their number, in 10^9 bytes per
 *     second; empty where it is not limited
 * @param bufferBytes what persistent memory takes at once, however slowly it writes
 * @param readNanos the latency of a random load from the medium ({@code medium}) and from the main
 *     memory of the same machine ({@code dram}) in nanoseconds; empty where reads are not slowed
 * @param readGigabytes the bandwidth of one thread that reads from both in sequence, by the same
 *     names, in 10^9 bytes per second; empty if it is not known
 * @param syncMicros the median ({@code p50}) and, if it is known, the percentile 99 ({@code p99})
 *     of the time of a sync in microseconds; empty for persistent memory
 * @param sources where the figures come from, by the names of their sections in the file
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record MediumModel(
    String name,
    String title,
    String error,
    SortedMap<Integer, Double> persistNanos,
    SortedMap<Integer, Double> writeGigabytes,
    long bufferBytes,
    Map<String, Double> readNanos,
    Map<String, Double> readGigabytes,
    Map<String, Double> syncMicros,
    Map<String, String> sources) {
  /** The median in {@link #syncMicros}. */
  public static final String P50 = "p50";

  /** The percentile 99 in it. */
  public static final String P99 = "p99";

  /** The load from the medium in {@link #readNanos}. */
  public static final String OF_MEDIUM = "medium";

  /** The load from main memory in it. */
  public static final String OF_DRAM = "dram";

  /** Said where a model slows no read. */
  public static final String READS = "reads not modelled";

  /** Most entries of a table. */
  public static final int MOST_POINTS = 32;

  public MediumModel {
    error = error == null ? "" : error;
    persistNanos = persistNanos == null ? new TreeMap<>() : new TreeMap<>(persistNanos);
    writeGigabytes = writeGigabytes == null ? new TreeMap<>() : new TreeMap<>(writeGigabytes);
    readNanos = readNanos == null ? Map.of() : new TreeMap<>(readNanos);
    readGigabytes = readGigabytes == null ? Map.of() : new TreeMap<>(readGigabytes);
    syncMicros = syncMicros == null ? Map.of() : new TreeMap<>(syncMicros);
    sources = sources == null ? Map.of() : new TreeMap<>(sources);
  }

  /** Whether it stands for a disk; otherwise for persistent memory. */
  public boolean ofDisk() {
    return !syncMicros.isEmpty();
  }

  /** How many times as long as from main memory a load takes; 1 where reads are not slowed. */
  public double readFactor() {
    return readNanos.isEmpty() ? 1 : readNanos.get(OF_MEDIUM) / readNanos.get(OF_DRAM);
  }

  /** How much longer the first load of a read takes than from main memory, in nanoseconds. */
  public double slowerLoadNanos() {
    return readNanos.isEmpty() ? 0 : readNanos.get(OF_MEDIUM) - readNanos.get(OF_DRAM);
  }

  /** How much longer the copy of a byte takes than from main memory, in nanoseconds. */
  public double slowerByteNanos() {
    return readGigabytes.isEmpty()
        ? 0
        : 1 / readGigabytes.get(OF_MEDIUM) - 1 / readGigabytes.get(OF_DRAM);
  }

  /** The same for a folder whose memory is slow by itself. */
  public MediumModel withoutReads() {
    return new MediumModel(
        name,
        title,
        error,
        persistNanos,
        writeGigabytes,
        bufferBytes,
        Map.of(),
        Map.of(),
        syncMicros,
        sources);
  }

  /** A note on the reads of databases on it. */
  public String reads() {
    return readNanos.isEmpty() ? READS : "reads modelled for mapped stores and for system calls";
  }

  /** The medium of data on it, as tables and files name it. */
  public String medium() {
    return "model:" + name;
  }
}
