package org.pmemycsb.spi;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

  /** Whether {@link #open} can start the database on this machine; quick, no side effects. */
  Availability probe(Host host);

  /**
   * Whether {@link #open} can start the database on this machine with these options. An adapter
   * overrides it if an option names the program to start, or makes another program unnecessary.
   *
   * @param options as in {@link ServerSettings#options()}
   */
  default Availability probe(Host host, Map<String, String> options) {
    return probe(host);
  }

  /** The durability levels that {@link #open} accepts; never empty. */
  Set<Durability> durabilities();

  /** The levels of {@link #durabilities()} that {@link #open} accepts with these options. */
  default Set<Durability> durabilities(Map<String, String> options) {
    return durabilities();
  }

  /**
   * Whether the client can scan with these options. Where it cannot, the harness refuses a workload
   * that scans, before anything starts.
   */
  default boolean scans(Map<String, String> options) {
    return true;
  }

  /**
   * Whether a scan gives the records in the order of their keys' bytes, from the start key on.
   * Without a known order, the harness does not know which records a scan must return. It then
   * checks only the values of the returned records.
   */
  default boolean scansInKeyOrder(Map<String, String> options) {
    return true;
  }

  /**
   * The longest key that it takes, in bytes. The harness refuses longer ones before anything
   * starts.
   */
  default int longestKey() {
    return Integer.MAX_VALUE;
  }

  /**
   * The longest value of a record that it takes, in bytes: all its fields together. The harness
   * refuses longer ones before anything starts.
   */
  default int longestValue() {
    return Integer.MAX_VALUE;
  }

  /**
   * The YCSB client. The harness makes one instance per thread through the public no-argument
   * constructor and gives it {@link DatabaseServer#clientProperties()}.
   */
  Class<? extends DB> client();

  /**
   * Environment variables for a process that has clients and opens the database itself. A process
   * that does not open it gets {@link DatabaseServer#clientEnvironment()}, which has the same.
   *
   * @param medium of the data
   */
  default Map<String, String> clientEnvironment(Medium medium) {
    return Map.of();
  }

  /**
   * Whether records can be read back. False only for a stand-in that measures the harness: its
   * answers are not checked.
   */
  default boolean keepsRecords() {
    return true;
  }

  /**
   * The names of the stock databases that this one is, put on persistent memory. Empty for a
   * database that is no variant of another.
   */
  default Set<String> variantOf() {
    return Set.of();
  }

  /**
   * Whether the database is meant for persistent memory, as each variant is. Such a database also
   * runs on other media, but there its figures say nothing about persistent memory.
   */
  default boolean needsPersistentMemory() {
    return !variantOf().isEmpty();
  }

  /**
   * Whether the database loads its records from files that are mapped into memory. On a model of a
   * slower memory, the harness then prolongs its reads: those of the clients' threads, or of a
   * server that answers by {@code write} or {@code writev} from one thread.
   */
  default boolean loadsFromMappedFiles(Map<String, String> options) {
    return false;
  }

  /** Whether a started database can keep its log of writes in {@link ServerSettings#log}. */
  default boolean keepsLogApart() {
    return false;
  }

  /** The names of the options that {@link ServerSettings#options()} may hold. */
  default Set<String> options() {
    return Set.of();
  }

  /** Whether {@link ServerSettings#options()} may hold others, too. */
  default boolean takesOtherOptions() {
    return false;
  }

  /**
   * The options whose values are sizes: bytes, or a number with KiB, MiB or GiB. The harness
   * refuses other values before anything starts.
   */
  default Set<String> sizeOptions() {
    return Set.of();
  }

  /**
   * Refuses values of options that no run could take, before anything starts. {@link #open} refuses
   * those that depend on other settings.
   *
   * @throws DatabaseException if there is one; its message names the option and what it can be
   */
  default void refuseOptions(Map<String, String> options) throws DatabaseException {}

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
   * The clients that can connect to a database that {@link #open} starts with these options. An
   * adapter overrides it if its servers heed {@link ServerSettings#listen()}.
   *
   * @param options as in {@link ServerSettings#options()}
   */
  default Exposure exposure(Map<String, String> options) {
    return attaches() ? Exposure.MACHINE : Exposure.NONE;
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
