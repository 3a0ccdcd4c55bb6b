package org.pmemycsb.harness.plan.recorded;

/** The operation of a line, before it is known whether its record exists. */
final class Line {
  enum Verb {
    GET,
    SET,
    /** Writes only if there is no record. */
    ADD,
    /** Writes only if there is a record. */
    REPLACE,
    /** Reads and writes only if there is a record. */
    MODIFY,
    DELETE
  }

  Verb verb;

  /** A hash of the key; never 0. */
  long key;

  /** Size of the value in bytes; 0 if unknown. */
  int bytes;

  /** Whether the program that recorded looked for the record and found none. */
  boolean missed;

  /** Timestamp in nanoseconds; 0 if unknown. */
  long nanos;

  /** Whether the timestamp is finer than a second, or unknown. */
  boolean fine;

  /** Takes the key from a part of a line. */
  void key(byte[] text, int from, int to) {
    // FNV-1a, and the finaliser of SplitMix64 for its weak high bits.
    long hash = 0xCBF29CE484222325L;
    for (int i = from; i < to; i++) {
      hash = (hash ^ text[i] & 0xFF) * 0x100000001B3L;
    }
    hash = (hash ^ hash >>> 30) * 0xBF58476D1CE4E5B9L;
    hash = (hash ^ hash >>> 27) * 0x94D049BB133111EBL;
    hash ^= hash >>> 31;
    key = hash == 0 ? 1 : hash;
  }
}
