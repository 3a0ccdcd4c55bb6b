package org.pmemycsb.spi;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.DB;

/**
 * Plugs one database into the harness: a YCSB client class and the life cycle of its server.
 *
 * <p>Implementations have a public no-argument constructor that does no work, and hold no state.
 * All state belongs to the {@link DatabaseServer} that {@link #open} returns.
 */
public interface DatabaseAdapter {
  /**
   * The id by which users name the database, for example {@code redis}: lower-case letters, digits
   * and hyphens, unique among the adapters on the class path.
   */
  String name();

  /**
   * The abilities and limits of the database with these options; quick, no side effects. The
   * options may be wrong: {@link #options()} are checked elsewhere.
   *
   * @param options as in {@link ServerSettings#options()}
   */
  Traits traits(Map<String, String> options);

  /**
   * Whether {@link #open} can start the database on this machine with these options; quick, no side
   * effects.
   *
   * @param options as in {@link ServerSettings#options()}; empty for the database as it is
   */
  Availability probe(Host host, Map<String, String> options);

  /** As {@link #probe(Host, Map)}, for the database without options. */
  default Availability probe(Host host) {
    return probe(host, Map.of());
  }

  /**
   * The YCSB client. The harness makes one instance per thread through the public no-argument
   * constructor and gives it {@link DatabaseServer#clientProperties()}.
   */
  Class<? extends DB> client();

  /** The options that {@link ServerSettings#options()} may hold. */
  default List<Option> options() {
    return List.of();
  }

  /**
   * The names of all {@link DatabaseServer#clientProperties()} that there can be, each with the
   * option that decides it: one of {@link #options()}, {@code url}, or nothing. Users cannot give
   * these properties beside the adapter.
   */
  default Map<String, String> ownProperties() {
    return Map.of();
  }

  /**
   * A program that makes the same operations without YCSB's interface and without Java. Its
   * throughput is the most that the database can show. Empty if there is none.
   */
  default Optional<NativeReplay> nativeReplay() {
    return Optional.empty();
  }

  /**
   * Starts the database, or attaches to one that runs.
   *
   * <p>On return it is up and empty. If the method throws, it leaves no process behind, and has
   * removed nothing from a database that it would have attached to.
   *
   * @throws DatabaseException if it cannot be started with these settings or cannot be reached, or
   *     if it is external, not empty, and may not be reset
   */
  DatabaseServer open(ServerSettings settings) throws DatabaseException;
}
