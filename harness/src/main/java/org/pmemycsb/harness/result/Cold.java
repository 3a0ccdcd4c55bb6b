package org.pmemycsb.harness.result;

/**
 * The files of a database right before a cold phase.
 *
 * @param cachedBytes the part of them that the kernel still held in its page cache
 */
public record Cold(long fileBytes, long cachedBytes) {
  private static final double MOST_CACHED = 0.01;

  /** Whether so much is cached that the phase would not be cold. */
  public boolean warm() {
    return cachedBytes > MOST_CACHED * fileBytes;
  }
}
