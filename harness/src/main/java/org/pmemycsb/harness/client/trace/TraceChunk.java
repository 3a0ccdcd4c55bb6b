package org.pmemycsb.harness.client.trace;

import java.util.Arrays;

/**
 * A run of one thread's operations: an {@link Operation} each, and the side numbers that some of
 * them need.
 *
 * <p>An operation's side numbers follow those of the operation before it, in this order: the scan
 * length if it scans; the length of each value written, in field order, if the workload's field
 * length is not constant; and a spare key number if it is not an insert and not relative and its
 * key is not below {@link TraceSpec#records()}. The spare is the key to use when the first one has
 * not been acknowledged yet.
 *
 * <p>Written by one thread, then handed over; never written while it is read.
 */
public final class TraceChunk {
  private final long[] operations;
  private int size;
  private int[] side;
  private int sideSize;
  private long[] due;

  TraceChunk(int capacity) {
    operations = new long[capacity];
    side = new int[16];
  }

  public int size() {
    return size;
  }

  public long operation(int index) {
    return operations[index];
  }

  public int sideSize() {
    return sideSize;
  }

  public int side(int index) {
    return side[index];
  }

  /** Whether each operation has a time at which it is to begin. */
  public boolean isTimed() {
    return due != null;
  }

  /** That time, in nanoseconds since the phase began. */
  public long due(int index) {
    return due[index];
  }

  boolean isFull() {
    return size == operations.length;
  }

  void clear() {
    size = 0;
    sideSize = 0;
  }

  public void add(long operation) {
    operations[size++] = operation;
  }

  /** Adds an operation with the time at which it is to begin, in nanoseconds. */
  public void add(long operation, long nanos) {
    if (due == null) {
      due = new long[operations.length];
    }
    due[size] = nanos;
    add(operation);
  }

  public void addSide(int number) {
    if (sideSize == side.length) {
      side = Arrays.copyOf(side, sideSize * 2);
    }
    side[sideSize++] = number;
  }
}
