package org.pmemycsb.harness.plan.recorded;

/** The effect of an operation of a recorded trace on its record. */
public enum Call {
  /** Reads an existing record. */
  READ,
  /** Writes an existing record. */
  UPDATE,
  /** Writes a missing record. */
  INSERT,
  /** Writes a record only if it is missing, and it is missing. */
  ADD,
  /** Reads an existing record, and writes it. */
  MODIFY,
  /** Deletes an existing record. */
  DELETE,
  /** Asks for a missing record. */
  MISS
}
