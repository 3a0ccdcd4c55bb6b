package org.pmemycsb.harness.client.trace;

/**
 * One operation in 64 bits. From the lowest bit:
 *
 * <pre>
 *  bits  0-35  key number, or its distance from the newest acknowledged key, or (insert of a run
 *              phase) the number that the recording gave it; of a delete nothing
 *  bits 36-47  field written + 1; 0: all fields
 *  bits 48-59  field read + 1; 0: all fields
 *  bit  60     relative: the key is found when the operation is replayed
 *  bits 61-63  kind: 0 read, 1 update, 2 insert, 3 scan, 4 read-modify-write, 5 delete,
 *              6 read of a missing key, 7 put if absent
 * </pre>
 *
 * In a trace that another program recorded, nothing is relative: each key is the number of a
 * record. A read of a missing key is one of a record that was deleted or did not exist yet.
 *
 * <p>Numbers that do not fit stand in the chunk's side numbers, see {@link TraceChunk}.
 */
public final class Operation {
  /** The highest key number that fits. */
  public static final long MAX_KEY = (1L << 36) - 1;

  /** The most fields that a record may have when operations name single fields. */
  public static final int MAX_FIELDS = (1 << 12) - 1;

  private static final OperationKind[] KINDS = OperationKind.values();
  private static final long RELATIVE = 1L << 60;

  private Operation() {}

  public static long encode(
      OperationKind kind, boolean relative, int readField, int writeField, long key) {
    return (long) kind.ordinal() << 61
        | (relative ? RELATIVE : 0)
        | (long) (readField + 1) << 48
        | (long) (writeField + 1) << 36
        | key;
  }

  /** The {@linkplain OperationKind#ordinal() ordinal} of the kind. */
  public static int kindCode(long operation) {
    return (int) (operation >>> 61);
  }

  public static OperationKind kind(long operation) {
    return KINDS[kindCode(operation)];
  }

  /**
   * Whether {@link #key} is a distance back from the newest acknowledged key. For an insert:
   * whether its key is the next new one. For a delete: its key is the oldest. For a read of a
   * missing key: whether it is a distance back from the last key deleted; else no record has ever
   * had the key that {@link KeySpeller#missing} makes of the number.
   */
  public static boolean isRelative(long operation) {
    return (operation & RELATIVE) != 0;
  }

  public static long key(long operation) {
    return operation & MAX_KEY;
  }

  /** Index of the one field that is read, or -1 for all. */
  public static int readField(long operation) {
    return (int) (operation >>> 48 & MAX_FIELDS) - 1;
  }

  /** Index of the one field that is written, or -1 for all. */
  public static int writeField(long operation) {
    return (int) (operation >>> 36 & MAX_FIELDS) - 1;
  }
}
