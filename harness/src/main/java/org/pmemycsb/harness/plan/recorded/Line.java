package org.pmemycsb.harness.plan.recorded;

/**
 * The operation of a line, before it is known whether its record exists.
 *
 * @param key a hash of the key; never 0
 * @param bytes size of the value; 0 if unknown
 * @param missed whether the program that recorded looked for the record and found none
 * @param nanos timestamp; 0 if unknown
 * @param fine whether the timestamp is finer than a second, or unknown
 */
record Line(Verb verb, long key, int bytes, boolean missed, long nanos, boolean fine) {
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

  /** The hash of a key. */
  static long hash(String key) {
    // FNV-1a, and the finaliser of SplitMix64 for its weak high bits.
    long hash = 0xCBF29CE484222325L;
    for (int i = 0; i < key.length(); i++) {
      hash = (hash ^ key.charAt(i)) * 0x100000001B3L;
    }
    hash = (hash ^ hash >>> 30) * 0xBF58476D1CE4E5B9L;
    hash = (hash ^ hash >>> 27) * 0x94D049BB133111EBL;
    hash ^= hash >>> 31;
    return hash == 0 ? 1 : hash;
  }
}
