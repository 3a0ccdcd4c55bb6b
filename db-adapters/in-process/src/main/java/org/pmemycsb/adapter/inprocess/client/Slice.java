package org.pmemycsb.adapter.inprocess.client;

import java.util.Arrays;
import site.ycsb.ByteIterator;

/** The data of a field, as a part of an array. Another part can take its place. */
final class Slice extends ByteIterator {
  private byte[] bytes;
  private int from;
  private int next;
  private int end;

  Slice(byte[] array, int first, int length) {
    set(array, first, length);
  }

  void set(byte[] array, int first, int length) {
    bytes = array;
    from = first;
    next = first;
    end = first + length;
  }

  @Override
  public boolean hasNext() {
    return next < end;
  }

  @Override
  public byte nextByte() {
    return bytes[next++];
  }

  @Override
  public int nextBuf(byte[] buffer, int offset) {
    int length = Math.min(end - next, buffer.length - offset);
    System.arraycopy(bytes, next, buffer, offset, length);
    next += length;
    return offset + length;
  }

  @Override
  public long bytesLeft() {
    return end - next;
  }

  @Override
  public byte[] toArray() {
    byte[] rest = Arrays.copyOfRange(bytes, next, end);
    next = end;
    return rest;
  }

  @Override
  public void reset() {
    next = from;
  }
}
