package org.pmemycsb.adapter.mariadb;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.spi.Durability;

/**
 * The configuration file of an embedded server. Every line has its reason. Other settings have
 * MariaDB's defaults. No line is there to be faster than a default server.
 */
final class MariadbConfiguration {
  /** The most that MariaDB takes for max_allowed_packet. */
  static final int LONGEST_STATEMENT_BYTES = 1 << 30;

  private static final int SPARE_CONNECTIONS = 10;
  private static final int DEFAULT_CONNECTIONS = 151;

  private MariadbConfiguration() {}

  /**
   * The lines that also the installer reads.
   *
   * @param log an existing folder for the redo log
   */
  static String head(Path log) {
    return """
    [mariadbd]
    innodb_log_group_home_dir = %s
    """
        .formatted(quoted(log));
  }

  /** A path as one word: it may hold a comment's sign, and both kinds of quotes. */
  private static String quoted(Path path) {
    String word = path.toString().replace("\\", "\\\\").replace("\"", "\\\"");
    return '"' + word.replace("\n", "\\n") + '"';
  }

  /**
   * @param log an existing folder for the redo log
   * @param port on which the server listens; empty for the Unix socket alone
   * @param listen an address for clients on other machines; empty for this machine alone
   * @param cacheBytes size of the buffer pool; empty for the default
   */
  static String text(
      Path data,
      Path log,
      Path socket,
      Optional<Integer> port,
      Optional<String> listen,
      int threads,
      Durability durability,
      OptionalLong cacheBytes) {
    StringBuilder text = new StringBuilder(head(log));
    text.append(
        port.map(
                free ->
                    """
                    # %s
                    bind_address = %s
                    # Free when the server was started.
                    port = %d
                    """
                        .formatted(
                            listen.isPresent()
                                ? "The listen address of the cluster. Clients have the password of this start."
                                : "Only this machine can connect.",
                            listen.orElse(Ports.HERE),
                            free))
            .orElse("# Only the Unix socket: the option \"socket: unix\".\nskip_networking\n"));
    text.append(
        """
        datadir = %s
        socket = %s
        pid_file = %s
        # Addresses are not looked up.
        skip_name_resolve
        # The default, or more where the experiment has more threads.
        max_connections = %d
        # %s
        innodb_buffer_pool_size = %s
        # The default: one log is enough on one machine.
        skip_log_bin
        # The largest there is: the default refuses values of 16 MiB.
        max_allowed_packet = %d
        # Messages that we can read.
        lc_messages = en_US
        """
            .formatted(
                quoted(data),
                quoted(socket),
                quoted(pidFile(data)),
                Math.max(DEFAULT_CONNECTIONS, threads + SPARE_CONNECTIONS),
                cacheBytes.isPresent()
                    ? "A quarter of the budget of memory."
                    : "The default, not sized to the data.",
                cacheBytes.isPresent() ? (cacheBytes.getAsLong() >> 10) + "K" : "128M",
                LONGEST_STATEMENT_BYTES));
    text.append("# Durability %s: ".formatted(durability.id()));
    text.append(
        switch (durability) {
          case COMMIT ->
              """
              a commit is acknowledged when its log is synced.
              innodb_flush_log_at_trx_commit = 1
              """;
          case PERIODIC ->
              """
              a commit writes the log. InnoDB syncs it each second.
              innodb_flush_log_at_trx_commit = 2
              """;
          case NONE ->
              """
              InnoDB writes the log each second, and syncs no file.
              innodb_flush_log_at_trx_commit = 0
              innodb_flush_method = nosync
              """;
        });
    return text.toString();
  }

  static Path pidFile(Path data) {
    return data.resolve("mariadbd.pid");
  }
}
