package org.pmemycsb.harness.client.trace;

import java.nio.charset.StandardCharsets;
import site.ycsb.ByteIterator;

/**
 * Gives a value to a database. It is used again for each write, and copies nothing.
 *
 * <p>As with every iterator of YCSB, bytes can be taken once, until {@link #reset()}. The value is
 * valid only during the operation that it was given to. For one thread.
 */
public final class ValueIterator extends ByteIterator {
  private final ValueSource source;
  private final byte[] pool;
  private final byte[] mark;
  private int markLength;
  private int slice;
  private int length;
  private int taken;

  public ValueIterator(ValueSource source) {
    this.source = source;
    pool = source.pool();
    mark = new byte[Math.max(source.fullMark(), ValueSource.SHORT_MARK)];
  }

  /** Becomes the marked value of this write. */
  public void aim(long key, int field, int sequence, int valueLength) {
    long check = source.check(key, field, sequence, valueLength);
    source.mark(check, key, field, sequence, valueLength, mark);
    markLength = source.markLength(valueLength);
    slice = source.slice(check) - markLength; // so that slice + position is in the pool
    length = valueLength;
    taken = 0;
  }

  @Override
  public boolean hasNext() {
    return taken < length;
  }

  @Override
  public Byte next() {
    return nextByte();
  }

  /**
   * @throws IndexOutOfBoundsException if there is none
   */
  @Override
  public byte nextByte() {
    if (taken >= length) {
      throw new IndexOutOfBoundsException("all " + length + " bytes are taken");
    }
    int at = taken++;
    return at < markLength ? mark[at] : pool[slice + at];
  }

  @Override
  public int nextBuf(byte[] buffer, int offset) {
    int count = Math.min(buffer.length - offset, length - taken);
    copy(buffer, offset, count);
    return offset + count;
  }

  @Override
  public long bytesLeft() {
    return length - taken;
  }

  @Override
  public void reset() {
    taken = 0;
  }

  @Override
  public byte[] toArray() {
    byte[] all = new byte[length - taken];
    copy(all, 0, all.length);
    return all;
  }

  /** A character for each byte, so that none is lost. */
  @Override
  public String toString() {
    return new String(toArray(), StandardCharsets.ISO_8859_1);
  }

  private void copy(byte[] to, int offset, int count) {
    int fromMark = Math.max(0, Math.min(count, markLength - taken));
    if (fromMark > 0) {
      System.arraycopy(mark, taken, to, offset, fromMark);
    }
    if (count > fromMark) {
      System.arraycopy(pool, slice + taken + fromMark, to, offset + fromMark, count - fromMark);
    }
    taken += count;
  }
}
