package org.pmemycsb.harness.result;

import java.util.function.LongBinaryOperator;

/**
 * Requests of processes to the medium: {@code docs/guide/medium.md} defines the counts.
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
 * @param awaited what the fences had to wait for
 */
public record Counts(
    long flushes,
    long lines,
    long blocks,
    long fences,
    long cachedBytes,
    long uncachedBytes,
    long syncs,
    long mappedSyncs,
    long fileBytes,
    Awaited awaited) {
  public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0, 0, 0, Awaited.NONE);

  private static final int LINE_BYTES = 64;

  /**
   * The fences that have something to wait for. Others take the medium no time, and neither does a
   * line that is flushed again before the fence.
   *
   * @param fences of threads that had lines under way
   * @param lines flushed or stored past the cache, each once for each of these fences
   * @param farLines those beyond the first 4 KiB of a fence
   */
  public record Awaited(long fences, long lines, long farLines) {
    public static final Awaited NONE = new Awaited(0, 0, 0);

    private Awaited with(Awaited other, LongBinaryOperator each) {
      return new Awaited(
          each.applyAsLong(fences, other.fences),
          each.applyAsLong(lines, other.lines),
          each.applyAsLong(farLines, other.farLines));
    }
  }

  public Counts plus(Counts other) {
    return with(other, Math::addExact);
  }

  /** How much the counters grew since an earlier reading. */
  public Counts since(Counts earlier) {
    return with(earlier, Math::subtractExact);
  }

  private Counts with(Counts other, LongBinaryOperator each) {
    return new Counts(
        each.applyAsLong(flushes, other.flushes),
        each.applyAsLong(lines, other.lines),
        each.applyAsLong(blocks, other.blocks),
        each.applyAsLong(fences, other.fences),
        each.applyAsLong(cachedBytes, other.cachedBytes),
        each.applyAsLong(uncachedBytes, other.uncachedBytes),
        each.applyAsLong(syncs, other.syncs),
        each.applyAsLong(mappedSyncs, other.mappedSyncs),
        each.applyAsLong(fileBytes, other.fileBytes),
        awaited.with(other.awaited, each));
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
