package org.pmemycsb.adapter.inprocess.client;

/** A key-value store as one client sees it. The message of each failure is one line. */
public interface RecordStore {
  /** For no bytes. */
  byte[] NONE = {};

  /**
   * Copies a value into a buffer, as far as it fits.
   *
   * @return the length of the value; negative if the key is absent
   */
  int get(byte[] key, byte[] buffer) throws Exception;

  /** Writes the first bytes of an array, and replaces the value that is there. */
  void put(byte[] key, byte[] value, int length) throws Exception;

  /** Writes as {@link #put} if the key is there; returns whether it was. */
  boolean replace(byte[] key, byte[] value, int length) throws Exception;

  /** Removes a key; returns whether it was there. */
  boolean remove(byte[] key) throws Exception;

  /** Whether the store keeps its keys in the order of their bytes, and so has scans. */
  default boolean sorted() {
    return true;
  }

  /** A value that a store can copy. */
  @FunctionalInterface
  interface Source {
    /**
     * Copies the value into a buffer, as far as it fits.
     *
     * @param at index of its first byte in the buffer
     * @return its whole length
     */
    int copyTo(byte[] buffer, int at);
  }

  /** Takes the values of a scan, one after another. */
  interface Values {
    /** Takes a copy of a value. */
    void accept(Source value);

    /** Takes a whole array as a value; it must stay as it is afterwards. */
    void accept(byte[] value);
  }

  /** Passes on the values from this key on, in the order of their keys. */
  void scan(byte[] from, int count, Values values) throws Exception;

  /** The client leaves; the store stays open. */
  default void leave() {}
}
