package org.pmemycsb.harness.trace.source;

import org.pmemycsb.harness.trace.OperationKind;

/**
 * One operation as the workload asked for it; reused for each, so its fields are plain.
 *
 * <p>A field index of -1 means all fields.
 */
public final class RecordedOperation {
  public OperationKind kind;

  /** The key number that the workload chose. */
  public long key;

  /** The newest acknowledged key number when {@link #key} was chosen. */
  public long newest;

  /** Where {@link #key} need not be there yet: a draw that surely is; otherwise -1. */
  public long spare;

  public int readField;
  public int writeField;
  public int scanLength;

  /** Lengths of the written fields, in the order of the fields. */
  public final int[] lengths;

  public int lengthCount;

  public RecordedOperation(int fields) {
    lengths = new int[fields];
  }
}
