package org.pmemycsb.spi;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import site.ycsb.DB;

/**
 * Plugs one database into the harness: a YCSB client class and the life cycle of its server.
 *
 * <p>Implementations have a public no-argument constructor that does no work, and hold no state:
 * everything that lives belongs to the {@link DatabaseServer} that {@link #open} returns.
 */
public interface DatabaseAdapter {
  /**
   * The id by which users name the database, for example {@code redis}: lower-case letters, digits
   * and hyphens, unique among the adapters on the class path.
   */
  String name();

  /** Whether {@link #open} can start the database on this machine; quick, no side effects. */
  Availability probe(Host host);

  /** The durability levels that {@link #open} accepts; never empty. */
  Set<Durability> durabilities();

  /** Those of {@link #durabilities()} that {@link #open} accepts with these options. */
  default Set<Durability> durabilities(Map<String, String> options) {
    return durabilities();
  }

  /**
   * The YCSB client. The harness makes one instance per thread through the public no-argument
   * constructor and gives it {@link DatabaseServer#clientProperties()}.
   */
  Class<? extends DB> client();

  /**
   * Whether what is written can be read back. False only for what stands in for a database to
   * measure the harness: nothing that it answers is checked.
   */
  default boolean keepsRecords() {
    return true;
  }

  /** The names of the options that {@link ServerSettings#options()} may hold. */
  default Set<String> options() {
    return Set.of();
  }

  /**
   * The names of all {@link DatabaseServer#clientProperties()} that there can be, each with the
   * option that decides it: one of {@link #options()}, {@code url}, or nothing. Users cannot give
   * these properties beside the adapter.
   */
  default Map<String, String> ownProperties() {
    return Map.of();
  }

  /** Whether {@link #open} can also attach to a server, by {@link ServerSettings#external()}. */
  default boolean attaches() {
    return false;
  }

  /**
   * A program that makes the same operations without YCSB's interface and without Java: what it
   * reaches is the ceiling of what the database can show. Empty where there is none.
   */
  default Optional<NativeReplay> nativeReplay() {
    return Optional.empty();
  }

  /**
   * Starts the database, or attaches to one that runs.
   *
   * <p>On return it is up and empty. If it throws, nothing that it started is left behind, and
   * nothing was removed from a database that it would have attached to.
   *
   * @throws DatabaseException when it cannot be started with these settings, cannot be reached, or
   *     is external and not empty and may not be reset
   */
  DatabaseServer open(ServerSettings settings) throws DatabaseException;
}
