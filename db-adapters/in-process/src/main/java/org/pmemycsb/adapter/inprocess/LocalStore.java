package org.pmemycsb.adapter.inprocess;

import java.util.Map;
import org.pmemycsb.adapter.inprocess.client.RecordStore;
import org.pmemycsb.spi.Durability;

/** An open key-value store. Thread-safe. Every failure is an exception with a one-line message. */
public interface LocalStore {
  /** The store for one client, which closes it before the store. */
  RecordStore session() throws Exception;

  /** The durability in force, as the open store shows it; may write and remove a key. */
  Durability durability() throws Exception;

  /** The settings behind the durability, on one line. */
  String durabilitySettings() throws Exception;

  String configuration() throws Exception;

  long count() throws Exception;

  /** Makes all acknowledged writes survive a loss of power. */
  void sync() throws Exception;

  /** The store's own counters since it was opened. */
  Map<String, Long> statistics() throws Exception;

  /** Whether its records are gone when it is closed. */
  default boolean endsWithProcess() {
    return false;
  }

  /** Closes the store, whose sessions are closed. */
  void close();
}
