package org.pmemycsb.harness.trace;

/** The kinds of operation; a kind's ordinal is its code in a trace, so the order is fixed. */
public enum OperationKind {
  READ,
  UPDATE,
  INSERT,
  SCAN,
  READ_MODIFY_WRITE,
  DELETE,
  /** A read of a key that has no record. */
  READ_MISSING,
  /** A read of a new key, and the insert of its record. */
  PUT_IF_ABSENT;

  /** The name that YCSB's own reports use. */
  public String label() {
    return name().replace('_', '-');
  }
}
