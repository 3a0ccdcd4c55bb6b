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
  /** What a client needs to reach this database, as YCSB properties. */
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
   * The product that ran in place of the one that the adapter is named for; empty when it is that
   * one. Its figures stand under its own name and never under the other's.
   */
  default Optional<String> standIn() throws DatabaseException {
    return Optional.empty();
  }

  /** The durability in force, read back from the live database and not from our configuration. */
  Durability effectiveDurability() throws DatabaseException;

  /**
   * The settings of the live database that {@link #effectiveDurability} was read from, for
   * messages: {@code appendonly=no}. Empty where nobody could change them.
   */
  default Optional<String> durabilitySettings() throws DatabaseException {
    return Optional.empty();
  }

  /**
   * What the database was configured with, to be kept beside the results: file name to text. Holds
   * no secret.
   */
  default Map<String, String> configuration() {
    return Map.of();
  }

  /**
   * How many records there are, or empty where the database cannot say without counting for
   * minutes. No client is connected during the call.
   */
  default OptionalLong recordCount() throws DatabaseException {
    return OptionalLong.empty();
  }

  /** Counters of the server's own, for example operations and syncs; only ever growing. */
  default Map<String, Long> statistics() throws DatabaseException {
    return Map.of();
  }

  /**
   * How long an acknowledged write may be unsafe at {@link Durability#PERIODIC}, as the live
   * database is set. Empty at another level, and where the database promises no time.
   */
  default Optional<Duration> lossWindow() throws DatabaseException {
    return Optional.empty();
  }

  /**
   * Whether the store is in the process of the clients. A crash is then the end of that process:
   * whoever wants one kills it, and the next client that connects finds what it left. {@link
   * #crash()} and {@link #restart()} are not called then, and need not be there.
   */
  default boolean livesInClient() {
    return false;
  }

  /**
   * Kills the database at once (SIGKILL), as a crash would, and returns when nothing of it runs any
   * more.
   */
  default void crash() throws DatabaseException {
    throw new UnsupportedOperationException("this database cannot be crashed on purpose");
  }

  /** Starts the database again on the data that {@link #crash()} left. */
  default void restart() throws DatabaseException {
    throw new UnsupportedOperationException("this database cannot be restarted");
  }

  /**
   * Stops what {@link DatabaseAdapter#open} started and removes its files. What was only attached
   * to runs on, empty as {@code open} found or made it. Safe to call again.
   */
  @Override
  void close();
}
