package org.pmemycsb.adapter.mariadb;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.pmemycsb.adapter.support.ConnectionLimit;
import org.pmemycsb.adapter.support.sql.SqlServer;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.RecordLayout;

/** A MariaDB that is up: one that is attached to, or in the subclass one of our own. */
class MariadbServer extends SqlServer {
  private static final List<String> SETTINGS =
      List.of(
          "innodb_flush_log_at_trx_commit",
          "innodb_doublewrite",
          "innodb_flush_method",
          "log_bin",
          "sync_binlog");
  // The variables of the status that only grow. Handler_ counts rows that were looked for or
  // written.
  private static final String COUNTERS =
      """
      innodb_data_fsyncs innodb_data_reads innodb_data_read innodb_data_writes innodb_data_written
      innodb_os_log_written innodb_log_writes innodb_log_write_requests innodb_log_waits
      innodb_pages_created innodb_pages_read innodb_pages_written
      innodb_dblwr_writes innodb_dblwr_pages_written
      innodb_buffer_pool_read_requests innodb_buffer_pool_reads innodb_buffer_pool_wait_free
      innodb_buffer_pool_pages_flushed innodb_row_lock_waits innodb_deadlocks
      innodb_lsn_current innodb_lsn_flushed innodb_lsn_last_checkpoint
      handler_write handler_update handler_delete handler_read_key handler_read_next handler_commit
      com_stmt_execute bytes_received bytes_sent""";

  // Without a limit of the account, the second number is 0.
  private static final String CONNECTIONS =
      "SELECT LEAST(@@max_connections, IF(@@max_user_connections > 0, @@max_user_connections,"
          + " @@max_connections))";

  MariadbServer(RecordLayout layout) {
    super(MariadbDialect.INSTANCE, layout);
  }

  /** Attaches to a server and empties our table. */
  static MariadbServer attach(ExternalServer external, RecordLayout layout, int threads)
      throws DatabaseException {
    MariadbServer server = new MariadbServer(layout);
    server.url = MariadbDialect.INSTANCE.at(external.url(), "", "");
    MariadbPrograms.version(server.url, server.text("SELECT VERSION()"));
    if (!server.text("SELECT @@read_only").matches("0|OFF")) {
      throw new DatabaseException(
          "MariaDB at %s is a read-only server or replica; name the primary".formatted(server.url));
    }
    ConnectionLimit.refuse(
        "MariaDB at " + server.url,
        "max_connections, max_user_connections",
        server.number(CONNECTIONS),
        threads);
    server.refuseTooLong(layout);
    server.takeOver(external.allowReset());
    return server;
  }

  private void refuseTooLong(RecordLayout layout) throws DatabaseException {
    long most = number("SELECT @@max_allowed_packet");
    long record = (long) layout.fieldCount() * layout.fieldBytes() + layout.keyBytes();
    if (record >= most) {
      throw new DatabaseException(
          "MariaDB at %s takes statements of up to %d bytes (max_allowed_packet), and a record has %d; raise the limit, or give shorter values"
              .formatted(url, most, record));
    }
  }

  @Override
  public String version() throws DatabaseException {
    return "MariaDB " + text("SELECT VERSION()").split("-", 2)[0];
  }

  private Map<String, String> settings() throws DatabaseException {
    List<String> values =
        ask(connection -> row(connection, "SELECT @@" + String.join(", @@", SETTINGS)));
    Map<String, String> settings = new TreeMap<>();
    for (int i = 0; i < SETTINGS.size(); i++) {
      settings.put(SETTINGS.get(i), String.valueOf(values.get(i)));
    }
    return settings;
  }

  @Override
  public Durability effectiveDurability() throws DatabaseException {
    return durability(settings());
  }

  @Override
  public Optional<String> durabilitySettings() throws DatabaseException {
    return Optional.of(settings().toString().replaceAll("[{}]", ""));
  }

  static Durability durability(Map<String, String> settings) {
    // Without the doublewrite buffer a crash may leave a page that recovery cannot mend. With a
    // binary log, recovery takes back what is not in it.
    boolean recovers =
        settings.get("innodb_doublewrite").matches("1|ON")
            && !settings.get("innodb_flush_method").equals("nosync")
            && (!settings.get("log_bin").matches("1|ON")
                || settings.get("sync_binlog").equals("1"));
    if (!recovers) {
      return Durability.NONE;
    }
    return switch (settings.get("innodb_flush_log_at_trx_commit")) {
      case "0", "2" -> Durability.PERIODIC;
      default -> Durability.COMMIT;
    };
  }

  /** The interval in which InnoDB syncs its log by itself. */
  @Override
  public Optional<Duration> lossWindow() throws DatabaseException {
    return effectiveDurability() == Durability.PERIODIC
        ? Optional.of(Duration.ofSeconds(number("SELECT @@innodb_flush_log_at_timeout")))
        : Optional.empty();
  }

  @Override
  public Map<String, Long> statistics() throws DatabaseException {
    return ask(MariadbServer::counters);
  }

  private static Map<String, Long> counters(Connection connection) throws SQLException {
    Map<String, Long> counters = new TreeMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SHOW GLOBAL STATUS WHERE variable_name IN ('%s')"
                    .formatted(COUNTERS.replaceAll("\\s+", "', '")))) {
      while (rows.next()) {
        counters.put(rows.getString(1).toLowerCase(Locale.ROOT), rows.getLong(2));
      }
    }
    return counters;
  }
}
