package org.pmemycsb.spi;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;

/**
 * A database that is up, from {@link DatabaseAdapter#open} to {@link #close}.
 *
 * <p>No method is called while clients work, except {@link #crash()}.
 */
public interface DatabaseServer extends AutoCloseable {
  /** The YCSB properties by which a client reaches this database. */
  Properties clientProperties();

  /** Environment variables for the process in which the clients run, beside the inherited ones. */
  default Map<String, String> clientEnvironment() {
    return Map.of();
  }

  /** Makes the database empty, as if it had just been created. */
  void reset() throws DatabaseException;

  /** Product and version as the live database states them, for example {@code Redis 7.0.15}. */
  String version() throws DatabaseException;

  /**
   * The product that ran instead of the one in the adapter's name; empty for none. Figures of
   * another product have its own name.
   */
  default Optional<String> standIn() throws DatabaseException {
    return Optional.empty();
  }

  /**
   * The durability in force, read from the live database and not from our configuration. Throws if
   * the database does not state it; the message says how the harness can learn it.
   */
  Durability effectiveDurability() throws DatabaseException;

  /**
   * Whether {@link #effectiveDurability} can be read. Otherwise the harness uses the claim of the
   * user, and marks it as a claim.
   */
  default boolean statesDurability() throws DatabaseException {
    return true;
  }

  /**
   * The settings of the live database that {@link #effectiveDurability} was read from, for
   * messages: {@code appendonly=no}. Empty if there are none.
   */
  default Optional<String> durabilitySettings() throws DatabaseException {
    return Optional.empty();
  }

  /**
   * The configuration of the database, to be kept beside the results: file name to text. Holds no
   * secret.
   */
  default Map<String, String> configuration() {
    return Map.of();
  }

  /**
   * The number of records, or empty if the database needs minutes to count them. No client is
   * connected during the call. Throws as well if records are not kept as the database promises.
   */
  default OptionalLong recordCount() throws DatabaseException {
    return OptionalLong.empty();
  }

  /** Counters of the server, for example operations and syncs; they grow until it is killed. */
  default Map<String, Long> statistics() throws DatabaseException {
    return Map.of();
  }

  /**
   * The longest time in which an acknowledged write may be unsafe at {@link Durability#PERIODIC},
   * from the live database. Empty at another level, and if the database promises no time.
   */
  default Optional<Duration> lossWindow() throws DatabaseException {
    return Optional.empty();
  }

  /**
   * Whether the store is in the process of the clients. Then the harness makes a crash by killing
   * that process, and the next client that connects finds the data.
   */
  default boolean livesInClient() {
    return false;
  }

  /**
   * Stops the server that {@link DatabaseAdapter#open} started, and removes its files. An external
   * server runs on, and is left empty. Safe to call again.
   *
   * @throws DatabaseException if something is left on an external server; its message names that,
   *     and the server
   */
  @Override
  void close() throws DatabaseException;
}
