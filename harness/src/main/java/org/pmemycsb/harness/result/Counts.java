package org.pmemycsb.harness.result;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;

/**
 * What processes asked of the medium: {@code docs/guide/ledger.md} defines the counts.
 *
 * @param flushes calls that flush at least one cache line
 * @param lines cache lines flushed
 * @param blocks blocks of 256 B that a thread wrote from one of its fences to the next
 * @param fences calls that wait for what was flushed
 * @param cachedBytes copied by libpmem through the cache
 * @param uncachedBytes copied by libpmem past the cache, in whole cache lines
 * @param syncs of files and mappings, and synchronous writes
 * @param mappedSyncs those of the syncs that were of mappings
 * @param fileBytes written to files by system calls
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Counts(
    long flushes,
    long lines,
    long blocks,
    long fences,
    long cachedBytes,
    long uncachedBytes,
    long syncs,
    long mappedSyncs,
    long fileBytes) {
  public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0, 0, 0);

  private static final int LINE_BYTES = 64;

  public Counts plus(Counts other) {
    return new Counts(
        flushes + other.flushes,
        lines + other.lines,
        blocks + other.blocks,
        fences + other.fences,
        cachedBytes + other.cachedBytes,
        uncachedBytes + other.uncachedBytes,
        syncs + other.syncs,
        mappedSyncs + other.mappedSyncs,
        fileBytes + other.fileBytes);
  }

  /** How much the counters grew since an earlier reading. */
  public Counts since(Counts earlier) {
    return new Counts(
        flushes - earlier.flushes,
        lines - earlier.lines,
        blocks - earlier.blocks,
        fences - earlier.fences,
        cachedBytes - earlier.cachedBytes,
        uncachedBytes - earlier.uncachedBytes,
        syncs - earlier.syncs,
        mappedSyncs - earlier.mappedSyncs,
        fileBytes - earlier.fileBytes);
  }

  /** Cache lines that went to the medium: flushed, or stored past the cache. */
  public long linesToMedium() {
    return lines + uncachedBytes / LINE_BYTES;
  }

  /** Bytes that went to the medium, or to files on it. */
  public long persistedBytes() {
    return LINE_BYTES * lines + uncachedBytes + fileBytes;
  }

  /** Whether {@link #persistedBytes} is all: nobody knows what a sync of a mapping writes. */
  public boolean knowsBytes() {
    return mappedSyncs == 0;
  }
}
