package org.pmemycsb.harness.plan.design;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The figures of a medium that the machine does not have. It is persistent memory, or a disk.
 * Immutable; {@code docs/guide/medium.md} describes its file and its effects.
 *
 * @param name short, without spaces
 * @param title what it stands for, in a line
 * @param error a sentence: its figures against published ones; empty if they were not compared
 * @param persistNanos time from the flush of so many bytes to the end of the fence behind it, by
 *     these bytes, in nanoseconds; empty where fences are not delayed
 * @param writeGigabytes bandwidth of all writers together by their number, in 10^9 bytes per
 *     second; empty where it is not limited
 * @param bufferBytes what persistent memory takes at once, however slowly it writes
 * @param read its reads; {@link MediumReads#NONE} where they are not slowed
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
    MediumReads read,
    Map<String, Double> syncMicros,
    Map<String, String> sources) {
  public static final String P50 = "p50";

  public static final String P99 = "p99";

  public static final String READS = "reads not modelled";

  public static final int MOST_POINTS = 32;

  public MediumModel {
    error = error == null ? "" : error;
    persistNanos = persistNanos == null ? new TreeMap<>() : new TreeMap<>(persistNanos);
    writeGigabytes = writeGigabytes == null ? new TreeMap<>() : new TreeMap<>(writeGigabytes);
    read = read == null ? MediumReads.NONE : read;
    syncMicros = syncMicros == null ? Map.of() : new TreeMap<>(syncMicros);
    sources = sources == null ? Map.of() : new TreeMap<>(sources);
  }

  /** Whether it stands for a disk; otherwise for persistent memory. */
  public boolean ofDisk() {
    return !syncMicros.isEmpty();
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
        MediumReads.NONE,
        syncMicros,
        sources);
  }

  public String reads() {
    return read.none() ? READS : "reads modelled for mapped stores and for system calls";
  }

  /** The medium of data on it, as tables and files name it. */
  public String medium() {
    return "model:" + name;
  }
}
