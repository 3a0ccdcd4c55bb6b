package org.pmemycsb.spi;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The settings for opening a database.
 *
 * @param data where the database keeps its data
 * @param durability one of {@link Traits#durabilities()}
 * @param layout the records to come
 * @param external the server to attach to; empty to start one in {@link #folder}
 * @param host finds programs on this machine
 * @param processes starts the processes of the server
 * @param options options of the adapter's own, by name, in the forms of {@link
 *     DatabaseAdapter#options()}
 * @param memory main memory in bytes that the database and the page cache of its files may use; the
 *     harness limits it. Empty for no limit
 * @param log where the database keeps its log of writes; empty if that is {@link #folder}. Only for
 *     a database that {@link Trait#KEEPS_LOG_APART}
 * @param patience the longest time that the harness waits for a method of the server, except for a
 *     start; above 0
 */
public record ServerSettings(
    DataFolder data,
    Durability durability,
    RecordLayout layout,
    Clients clients,
    Optional<ExternalServer> external,
    Host host,
    ProcessStarter processes,
    Map<String, String> options,
    OptionalLong memory,
    Optional<DataFolder> log,
    Duration patience) {
  /** The patience of a harness that nobody asks for another one. */
  public static final Duration USUAL_PATIENCE = Duration.ofSeconds(60);

  // The rest is left to the other parts of the process, and to the page cache.
  private static final int SHARE_OF_CACHE = 4;

  /**
   * A folder, and its medium.
   *
   * @param folder an existing, empty folder that is the database's own until it is closed; other
   *     users may pass through the folders above it
   */
  public record DataFolder(Path folder, Medium medium) {}

  /**
   * The clients to come.
   *
   * @param threads largest number of client threads at a time
   * @param scans whether any phase scans. An adapter whose order of keys costs something, such as
   *     an index, keeps it only then. Its client answers a scan without it with NOT_IMPLEMENTED
   * @param listen the address of this machine on which a server that is started listens, in digits;
   *     empty for loopback. A server with {@link Trait#LISTENS} then requires one. It makes a new
   *     one for each start, and keeps it out of logs and arguments of programs
   */
  public record Clients(int threads, boolean scans, Optional<String> listen) {
    public Clients {
      if (threads < 1) {
        throw new IllegalArgumentException("threads must be at least 1, not " + threads);
      }
    }
  }

  public ServerSettings {
    options = Map.copyOf(options);
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
        new DataFolder(folder, medium),
        durability,
        layout,
        new Clients(threads, scans, Optional.empty()),
        external,
        host,
        processes,
        options,
        OptionalLong.empty(),
        Optional.empty(),
        USUAL_PATIENCE);
  }

  public Path folder() {
    return data.folder;
  }

  public Medium medium() {
    return data.medium;
  }

  public int threads() {
    return clients.threads;
  }

  public boolean scans() {
    return clients.scans;
  }

  public Optional<String> listen() {
    return clients.listen;
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

  /** The medium of the log, wherever it lies. */
  public Medium logMedium() {
    return log.orElse(data).medium;
  }

  /** The same for a database that keeps its log of writes in another folder. */
  public ServerSettings withLog(DataFolder other) {
    return with(Optional.of(other), patience);
  }

  /** The same for a harness that waits longer or shorter. */
  public ServerSettings patient(Duration longest) {
    return with(log, longest);
  }

  private ServerSettings with(Optional<DataFolder> apart, Duration longest) {
    return new ServerSettings(
        data,
        durability,
        layout,
        clients,
        external,
        host,
        processes,
        options,
        memory,
        apart,
        longest);
  }
}
