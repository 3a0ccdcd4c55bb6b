package org.pmemycsb.adapter.redis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.pmemycsb.spi.Durability;

/** The configuration of a server of our own, and the durability that a configuration gives. */
final class RedisConfiguration {
  /**
   * The loss that {@code appendfsync everysec} allows. Redis syncs its log once a second. While a
   * sync takes longer, Redis holds the next write to the log back for up to two seconds.
   */
  static final Duration LOSS_WINDOW = Duration.ofSeconds(2);

  /** The file of the password, in the folder that the server is started in. */
  static final String PASSWORD_FILE = "password.conf";

  /** The folder of the server's files, in the folder that the server is started in. */
  static final String DATA = "data";

  /** The server's Unix socket, in the folder of its files. */
  static final String SOCKET = "redis.sock";

  /** The setting with which nothing is synced while the log is rewritten. */
  static final String PAUSES_SYNCS = "no-appendfsync-on-rewrite";

  // The server looks for it where it was started: this stands before "dir".
  private static final String GUARD =
      """
      # The password of this start, in a file that only the server's user can read.
      include %s
      """
          .formatted(PASSWORD_FILE);

  private static final String ONLY_SOCKET =
      """
      # Only the Unix socket, no port: the option "socket: unix".
      port 0
      unixsocket %s
      unixsocketperm 700
      """
          .formatted(SOCKET);

  private RedisConfiguration() {}

  /**
   * @param address where it listens: at a port, with a password that has to be in the file {@link
   *     #PASSWORD_FILE}, or on the Unix socket {@link #SOCKET}
   * @param keeping the lines that say how records are kept
   */
  static String text(RedisAddress address, String keeping) {
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
            address.socket().isPresent() ? ONLY_SOCKET : port(address) + GUARD, DATA, keeping);
  }

  private static String port(RedisAddress address) {
    return """
    # Only this address, on a port that was free.
    bind %s
    port %d
    """
        .formatted(address.host(), address.port());
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
   * any time, as Redis may let it during a rewrite, or snapshots minutes apart, promise nothing for
   * the last moments.
   */
  static Durability durability(Map<String, String> settings) {
    if (!"yes".equals(settings.get("appendonly")) || "yes".equals(settings.get(PAUSES_SYNCS))) {
      return Durability.NONE;
    }
    return switch (settings.getOrDefault("appendfsync", "")) {
      case "always" -> Durability.COMMIT;
      case "everysec" -> Durability.PERIODIC;
      default -> Durability.NONE;
    };
  }
}
