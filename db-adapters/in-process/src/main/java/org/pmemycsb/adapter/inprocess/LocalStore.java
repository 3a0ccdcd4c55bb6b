package org.pmemycsb.adapter.inprocess;

import java.util.Map;
import java.util.function.Consumer;
import org.pmemycsb.spi.Durability;

/** An open key-value store. Thread-safe. Every failure is an exception with a one-line message. */
public interface LocalStore {
  /** A view of the store for one thread; it is closed before the store. */
  interface Session extends AutoCloseable {
    /** The value, in an array that nobody else holds; null if there is none. */
    byte[] get(byte[] key) throws Exception;

    /** Whether the key is there. */
    default boolean contains(byte[] key) throws Exception {
      return get(key) != null;
    }

    /** Writes the first bytes of an array, in place of what is there. */
    void put(byte[] key, byte[] value, int length) throws Exception;

    /** Removes a key, which need not be there. */
    void delete(byte[] key) throws Exception;

    /** Passes on the values from this key on, in the order of the keys' bytes. */
    void scan(byte[] from, int count, Consumer<byte[]> values) throws Exception;

    @Override
    void close();
  }

  /** Opens a view. */
  Session session() throws Exception;

  /** The durability in force, as the open store shows it; may write and remove a key. */
  Durability durability() throws Exception;

  /** The settings behind the durability, on one line. */
  String durabilitySettings() throws Exception;

  /** All settings of the open store. */
  String configuration() throws Exception;

  /** The number of records. */
  long count() throws Exception;

  /** Makes all acknowledged writes survive a loss of power. */
  void sync() throws Exception;

  /** The store's own counters since it was opened. */
  Map<String, Long> statistics() throws Exception;

  /** Closes the store, whose sessions are closed. */
  void close();
}
