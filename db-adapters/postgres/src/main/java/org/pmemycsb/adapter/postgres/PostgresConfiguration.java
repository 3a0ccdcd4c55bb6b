package org.pmemycsb.adapter.postgres;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.spi.Durability;

/**
 * The configuration file of an embedded server. Every line has its reason. Other settings have
 * PostgreSQL's defaults. No line is there to be faster than a default server.
 */
final class PostgresConfiguration {
  // PostgreSQL keeps three for superusers; the harness itself uses one at a time.
  private static final int SPARE_CONNECTIONS = 10;
  private static final int DEFAULT_CONNECTIONS = 100;
  private static final int LEAST_CACHE_KIB = 128;

  private PostgresConfiguration() {}

  /**
   * @param listen an address for clients on other machines; empty for this machine alone
   * @param cacheBytes size of PostgreSQL's own cache; empty for the default
   * @param socketFolder where clients find a Unix socket; without one they use the port
   */
  static String text(
      int port,
      Optional<String> listen,
      Optional<Path> socketFolder,
      int threads,
      Durability durability,
      OptionalLong cacheBytes) {
    StringBuilder text = new StringBuilder();
    text.append(
        socketFolder
            .map(
                folder ->
                    """
                    # Only the Unix socket: the option "socket: unix".
                    listen_addresses = ''
                    # A part of the socket's name.
                    port = %d
                    # In the server's folder.
                    unix_socket_directories = %s
                    """
                        .formatted(port, quoted(folder)))
            .orElse(
                """
                # %s
                listen_addresses = '%s'
                # Free when the server was started.
                port = %d
                # Clients use TCP, as those of the other databases do.
                unix_socket_directories = ''
                """
                    .formatted(
                        listen.isPresent()
                            ? "The listen address of the cluster. Clients have the password of this start."
                            : "Only this machine can connect.",
                        listen.orElse(Ports.HERE),
                        port)));
    boolean commit = durability == Durability.COMMIT;
    text.append(
        """
        # The default, or more where the experiment has more threads.
        max_connections = %d
        # %s
        shared_buffers = %s
        # Segments are files in the server's folder, so that none outlives a kill.
        dynamic_shared_memory_type = mmap
        # The default: what is synced survives the machine's crash.
        fsync = on
        # The default: a page half written in a crash can be mended.
        full_page_writes = on
        # Durability %s: %s
        synchronous_commit = %s
        # Messages that we can read.
        lc_messages = 'C'
        """
            .formatted(
                Math.max(DEFAULT_CONNECTIONS, threads + SPARE_CONNECTIONS),
                cacheBytes.isPresent()
                    ? "A quarter of the budget of memory."
                    : "What initdb writes; not sized to the data.",
                cacheBytes.isPresent()
                    ? Math.max(LEAST_CACHE_KIB, cacheBytes.getAsLong() >> 10) + "kB"
                    : "128MB",
                durability.id(),
                commit
                    ? "a commit is acknowledged when its log is synced."
                    : "the log is synced within three times wal_writer_delay (200 ms).",
                commit ? "on" : "off"));
    return text.toString();
  }

  /** A list of one path: it may hold a comma, a backslash, and both kinds of quotes. */
  private static String quoted(Path path) {
    String element = '"' + path.toString().replace("\"", "\"\"") + '"';
    return "'" + element.replace("\\", "\\\\").replace("'", "''") + "'";
  }
}
