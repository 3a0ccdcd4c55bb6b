package org.pmemycsb.harness.recorded;

/** What an operation of a recorded trace does to its record. */
public enum Call {
  /** Reads a record that is there. */
  READ,
  /** Writes a record that is there. */
  UPDATE,
  /** Writes a record that is not there. */
  INSERT,
  /** Writes a record if there is none, and there is none. */
  ADD,
  /** Reads a record that is there, and writes it. */
  MODIFY,
  /** Deletes a record that is there. */
  DELETE,
  /** Asks for a record that is not there. */
  MISS
}
