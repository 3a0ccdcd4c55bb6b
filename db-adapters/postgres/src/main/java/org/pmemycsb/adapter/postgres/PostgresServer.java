package org.pmemycsb.adapter.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.pmemycsb.adapter.support.ConnectionLimit;
import org.pmemycsb.adapter.support.sql.SqlServer;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.RecordLayout;

/** A PostgreSQL that is up: one that is attached to, or in the subclass one of our own. */
class PostgresServer extends SqlServer {
  private static final long LEAVE_MILLIS = 2000;
  // The only large number in the statistics that is no counter.
  private static final String NO_COUNTER = "datid";
  private static final String SETTINGS =
      "SELECT current_setting('fsync'), current_setting('full_page_writes'),"
          + " current_setting('synchronous_commit')";

  // The settings that differ from the defaults, in the form of a configuration file.
  private static final String CONFIGURATION =
      "SELECT string_agg(concat(name, ' = ''', replace(setting, '''', ''''''), E'''\\n'), ''"
          + " ORDER BY name) FROM pg_settings"
          + " WHERE source NOT IN ('default', 'client', 'override')";

  // Superusers have further connections, and no limits of an account or a database.
  private static final String ABILITIES =
      "SELECT current_setting('server_version'), pg_is_in_recovery(),"
          + " CASE WHEN rolsuper THEN current_setting('max_connections')::int"
          + " ELSE least(current_setting('max_connections')::int"
          + " - current_setting('superuser_reserved_connections')::int,"
          + " nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) END"
          + " FROM pg_roles, pg_database"
          + " WHERE rolname = current_user AND datname = current_database()";

  /** As {@link #configuration()}. */
  Map<String, String> configuration = Map.of();

  PostgresServer(RecordLayout layout) {
    super(PostgresDialect.INSTANCE, layout);
  }

  /** Attaches to a server and empties our table. */
  static PostgresServer attach(ExternalServer external, RecordLayout layout, int threads)
      throws DatabaseException {
    PostgresServer server = asked(external.url(), layout);
    // Over one connection: a server counts connections that have just ended.
    List<String> abilities = server.ask(connection -> row(connection, ABILITIES));
    PostgresPrograms.version(server.url, abilities.get(0));
    if (abilities.get(1).equals("t")) {
      throw new DatabaseException(
          "PostgreSQL at %s is a read-only replica; name the primary".formatted(server.url));
    }
    ConnectionLimit.refuse(
        "PostgreSQL at " + server.url,
        "max_connections, or the limit of the account or the database",
        Long.parseLong(abilities.get(2)),
        threads);
    server.configuration = Map.of("postgresql-settings.conf", server.text(CONFIGURATION));
    server.takeOver(external.allowReset());
    return server;
  }

  /** A server that is only asked questions. */
  static PostgresServer asked(String url, RecordLayout layout) {
    PostgresServer server = new PostgresServer(layout);
    server.url = PostgresDialect.INSTANCE.at(url, "", "");
    return server;
  }

  @Override
  public Map<String, String> configuration() {
    return configuration;
  }

  @Override
  public String version() throws DatabaseException {
    return "PostgreSQL " + text("SHOW server_version").split(" ", 2)[0];
  }

  /** The durability of a client's next write. The client connects as this class does. */
  @Override
  public Durability effectiveDurability() throws DatabaseException {
    List<String> row =
        ask(
            connection ->
                row(
                    connection,
                    SETTINGS
                        + ", (SELECT relpersistence FROM pg_class WHERE oid = to_regclass('%s'))"
                            .formatted(table)));
    return durability(row.get(0), row.get(1), row.get(2), row.get(3));
  }

  @Override
  public Optional<String> durabilitySettings() throws DatabaseException {
    return Optional.of(
        "fsync=%s, full_page_writes=%s, synchronous_commit=%s"
            .formatted(ask(connection -> row(connection, SETTINGS)).toArray()));
  }

  /**
   * How long a commit may stay unsynced with {@code synchronous_commit = off}: three times {@code
   * wal_writer_delay}, as PostgreSQL's manual has it (30.4, Asynchronous Commit). Empty at another
   * durability.
   */
  @Override
  public Optional<Duration> lossWindow() throws DatabaseException {
    if (effectiveDurability() != Durability.PERIODIC) {
      return Optional.empty();
    }
    long delayMillis = number("SELECT setting FROM pg_settings WHERE name = 'wal_writer_delay'");
    return Optional.of(Duration.ofMillis(3 * delayMillis));
  }

  /**
   * @param persistence that of the table: {@code p} if it is logged, null if there is no table
   */
  static Durability durability(
      String fsync, String fullPageWrites, String synchronousCommit, String persistence) {
    // Without full pages a crash may leave a page that recovery cannot mend. A crash empties an
    // unlogged table.
    boolean recovers =
        fsync.equals("on")
            && fullPageWrites.equals("on")
            && (persistence == null || persistence.equals("p"));
    if (!recovers) {
      return Durability.NONE;
    }
    return synchronousCommit.equals("off") ? Durability.PERIODIC : Durability.COMMIT;
  }

  /** The counters of the database and of the write-ahead log. */
  @Override
  public Map<String, Long> statistics() throws DatabaseException {
    return ask(
        connection -> {
          // The counts of a connection are complete once it has ended.
          awaitLeave(connection);
          Map<String, Long> counters =
              new TreeMap<>(
                  counters(
                      connection,
                      "SELECT * FROM pg_stat_database WHERE datname = current_database()"));
          if (text(connection, "SELECT to_regclass('pg_catalog.pg_stat_wal')") != null) {
            counters.putAll(counters(connection, "SELECT * FROM pg_stat_wal"));
          }
          counters.put(
              "wal_position",
              number(
                  connection,
                  "SELECT CAST(pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bigint)"));
          return counters;
        });
  }

  private static void awaitLeave(Connection connection) throws SQLException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LEAVE_MILLIS);
    while (System.nanoTime() < deadline
        && number(
                connection,
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                    + " AND backend_type = 'client backend' AND pid <> pg_backend_pid()")
            > 0) {
      try {
        TimeUnit.MILLISECONDS.sleep(20);
      } catch (InterruptedException hurried) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static Map<String, Long> counters(Connection connection, String sql) throws SQLException {
    Map<String, Long> counters = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      ResultSetMetaData columns = row.getMetaData();
      if (!row.next()) {
        return counters;
      }
      for (int column = 1; column <= columns.getColumnCount(); column++) {
        String name = columns.getColumnName(column).toLowerCase(Locale.ROOT);
        int type = columns.getColumnType(column);
        boolean whole = type == Types.BIGINT || type == Types.NUMERIC;
        if (whole && !name.equals(NO_COUNTER)) {
          counters.put(name, row.getBigDecimal(column) == null ? 0 : row.getLong(column));
        }
      }
    }
    return counters;
  }
}
