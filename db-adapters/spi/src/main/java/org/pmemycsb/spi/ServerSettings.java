package org.pmemycsb.spi;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The settings for opening a database.
 *
 * @param folder an existing, empty folder on the medium that is the database's own until it is
 *     closed; other users may pass through the folders above it
 * @param medium the medium of {@code folder}
 * @param durability one of {@link DatabaseAdapter#durabilities()}
 * @param layout the records to come
 * @param scans whether any phase scans. An adapter whose order of keys costs something, such as an
 *     index, keeps it only then. Its client answers a scan without it with NOT_IMPLEMENTED
 * @param threads largest number of client threads at a time
 * @param external the server to attach to; empty to start one in {@code folder}
 * @param listen the address of this machine on which a server that is started listens, in digits;
 *     empty for loopback. A server with {@link Exposure#PASSWORD} then requires one. It makes a new
 *     one for each start, and keeps it out of logs and arguments of programs
 * @param host finds programs on this machine
 * @param processes starts the processes of the server
 * @param options options of the adapter's own, by the names in {@link DatabaseAdapter#options()}
 * @param memory main memory in bytes that the database and the page cache of its files may use; the
 *     harness limits it. Empty for no limit
 * @param log where the database keeps its log of writes; empty if that is {@code folder}. Only for
 *     an adapter that {@link DatabaseAdapter#keepsLogApart}
 */
public record ServerSettings(
    Path folder,
    Medium medium,
    Durability durability,
    RecordLayout layout,
    boolean scans,
    int threads,
    Optional<ExternalServer> external,
    Optional<String> listen,
    Host host,
    ProcessStarter processes,
    Map<String, String> options,
    OptionalLong memory,
    Optional<Log> log) {
  // What is left is for the rest of the process, and for the page cache.
  private static final int SHARE_OF_CACHE = 4;

  /**
   * A folder for a log apart from the data.
   *
   * @param folder an existing, empty folder that is the database's own until it is closed
   */
  public record Log(Path folder, Medium medium) {}

  public ServerSettings {
    Objects.requireNonNull(folder, "folder");
    Objects.requireNonNull(medium, "medium");
    Objects.requireNonNull(durability, "durability");
    Objects.requireNonNull(layout, "layout");
    Objects.requireNonNull(external, "external");
    Objects.requireNonNull(listen, "listen");
    Objects.requireNonNull(host, "host");
    Objects.requireNonNull(processes, "processes");
    Objects.requireNonNull(memory, "memory");
    Objects.requireNonNull(log, "log");
    options = Map.copyOf(options);
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, not " + threads);
    }
  }

  /** For clients on this machine. */
  public ServerSettings(
      Path folder,
      Medium medium,
      Durability durability,
      RecordLayout layout,
      boolean scans,
      int threads,
      Optional<ExternalServer> external,
      Host host,
      ProcessStarter processes,
      Map<String, String> options) {
    this(
        folder,
        medium,
        durability,
        layout,
        scans,
        threads,
        external,
        Optional.empty(),
        host,
        processes,
        options,
        OptionalLong.empty(),
        Optional.empty());
  }

  /**
   * The size of a cache of the database's own where its memory is limited: a quarter of the budget,
   * for each database alike. An option of the user goes before it.
   */
  public OptionalLong cacheBytes() {
    return memory.isPresent()
        ? OptionalLong.of(memory.getAsLong() / SHARE_OF_CACHE)
        : OptionalLong.empty();
  }

  /** The same for a server that is started to listen on an address of this machine. */
  public ServerSettings listeningOn(String address) {
    return new ServerSettings(
        folder,
        medium,
        durability,
        layout,
        scans,
        threads,
        external,
        Optional.of(address),
        host,
        processes,
        options,
        memory,
        log);
  }

  /** The medium of the log, wherever it lies. */
  public Medium logMedium() {
    return log.map(Log::medium).orElse(medium);
  }

  /** The same for a database that keeps its log of writes in another folder. */
  public ServerSettings withLog(Log other) {
    return new ServerSettings(
        folder,
        medium,
        durability,
        layout,
        scans,
        threads,
        external,
        listen,
        host,
        processes,
        options,
        memory,
        Optional.of(other));
  }
}
