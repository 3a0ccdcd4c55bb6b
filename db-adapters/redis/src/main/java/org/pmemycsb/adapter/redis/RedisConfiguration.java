package org.pmemycsb.adapter.redis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.spi.Durability;

/** The configuration of a server of our own, and the durability that a configuration gives. */
final class RedisConfiguration {
  /**
   * The loss that {@code appendfsync everysec} allows. Redis syncs its log once a second. While a
   * sync takes longer, Redis holds the next write to the log back for up to two seconds.
   */
  static final Duration LOSS_WINDOW = Duration.ofSeconds(2);

  private RedisConfiguration() {}

  /**
   * The text of {@code redis.conf}.
   *
   * @param data the folder of the server's files
   * @param port on the loopback interface; not used with a socket
   * @param socket a Unix socket to listen on in place of the port
   * @param keeping the lines that say how records are kept
   */
  static String text(Path data, int port, Optional<Path> socket, String keeping) {
    return """
    # redis.conf of one benchmark run, written by pmem-ycsb.
    # What does not stand here is as the server has it by itself: nothing is tuned.

    %s
    # Its own folder, on the medium that is measured.
    dir %s

    # No snapshots: they promise nothing that the lines below do not, and would
    # fork the server in the middle of a measurement.
    save ""

    %s\
    """
        .formatted(
            socket.map(RedisConfiguration::socket).orElse(port(port)), quoted(data), keeping);
  }

  private static String port(int port) {
    return """
    # Only this machine, on a port that was free.
    bind 127.0.0.1
    port %d
    """
        .formatted(port);
  }

  private static String socket(Path socket) {
    return """
    # Only the Unix socket, no port: the option "socket: unix".
    port 0
    unixsocket %s
    unixsocketperm 700
    """
        .formatted(quoted(socket));
  }

  /** The lines that keep records in the server's own log, or nowhere. */
  static String log(Durability durability) {
    return switch (durability) {
      case NONE ->
          """
          # Durability none: no log, so nothing outlives the process.
          appendonly no
          """;
      case PERIODIC ->
          """
          # Durability periodic: every write is logged; the log is synced once a second.
          appendonly yes
          appendfsync everysec
          """;
      case COMMIT ->
          """
          # Durability commit: the log is synced before a write is acknowledged.
          appendonly yes
          appendfsync always
          """;
    };
  }

  /** A path as one word of the configuration. */
  static String quoted(Path path) {
    return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /**
   * The durability that a live server's settings promise. A log that the operating system syncs at
   * any time, or snapshots minutes apart, promise nothing for the last moments.
   */
  static Durability durability(Map<String, String> settings) {
    if (!"yes".equals(settings.get("appendonly"))) {
      return Durability.NONE;
    }
    return switch (settings.getOrDefault("appendfsync", "")) {
      case "always" -> Durability.COMMIT;
      case "everysec" -> Durability.PERIODIC;
      default -> Durability.NONE;
    };
  }
}
