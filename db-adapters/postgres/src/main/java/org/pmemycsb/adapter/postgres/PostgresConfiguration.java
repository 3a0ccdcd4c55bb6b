package org.pmemycsb.adapter.postgres;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.pmemycsb.spi.Durability;

/**
 * The configuration file of an embedded server. Every line has its reason; what is not in it has
 * PostgreSQL's default, and none of it is there to be faster than a default server.
 */
final class PostgresConfiguration {
  // PostgreSQL keeps three for superusers; the harness itself uses one at a time.
  private static final int SPARE_CONNECTIONS = 10;
  private static final int DEFAULT_CONNECTIONS = 100;

  private PostgresConfiguration() {}

  /**
   * The text of {@code postgresql.conf}.
   *
   * @param socketFolder where clients find a Unix socket; without one they use the port
   */
  static String text(
      int port,
      Optional<Path> socketFolder,
      int threads,
      Durability durability,
      PostgresVariant variant) {
    StringBuilder text = new StringBuilder();
    if (socketFolder.isPresent()) {
      line(text, "Only the Unix socket: the option \"socket: unix\".", "listen_addresses", "''");
      line(text, "A part of the socket's name.", "port", Integer.toString(port));
      line(text, "In the server's folder.", "unix_socket_directories", quoted(socketFolder.get()));
    } else {
      line(text, "Only this machine can connect.", "listen_addresses", "'127.0.0.1'");
      line(text, "Free when the server was started.", "port", Integer.toString(port));
      line(
          text,
          "Clients use TCP, as those of the other databases do.",
          "unix_socket_directories",
          "''");
    }
    line(
        text,
        "The default, or more where the experiment has more threads.",
        "max_connections",
        Integer.toString(Math.max(DEFAULT_CONNECTIONS, threads + SPARE_CONNECTIONS)));
    line(text, "What initdb writes; not sized to the data.", "shared_buffers", "128MB");
    line(
        text,
        "Segments are files in the server's folder, so that none outlives a kill.",
        "dynamic_shared_memory_type",
        "mmap");
    line(text, "The default: what is synced survives the machine's crash.", "fsync", "on");
    line(
        text,
        "The default: a page half written in a crash can be mended.",
        "full_page_writes",
        "on");
    line(
        text,
        "Durability "
            + durability.id()
            + (durability == Durability.COMMIT
                ? ": a commit is acknowledged when its log is synced."
                : ": the log is synced within three times wal_writer_delay (200 ms)."),
        "synchronous_commit",
        durability == Durability.COMMIT ? "on" : "off");
    line(text, "Messages that we can read.", "lc_messages", "'C'");
    Map<String, String> further = new TreeMap<>(variant.parameters());
    further.forEach((name, value) -> line(text, "Of this variant of PostgreSQL.", name, value));
    return text.toString();
  }

  /** A list of one path: it may hold a comma, and both kinds of quotes. */
  private static String quoted(Path path) {
    String element = '"' + path.toString().replace("\"", "\"\"") + '"';
    return "'" + element.replace("'", "''") + "'";
  }

  private static void line(StringBuilder text, String why, String name, String value) {
    text.append("# ").append(why).append('\n');
    text.append(name).append(" = ").append(value).append('\n');
  }
}
