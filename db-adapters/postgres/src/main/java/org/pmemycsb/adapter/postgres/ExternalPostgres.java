package org.pmemycsb.adapter.postgres;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.adapter.support.ConnectionLimit;
import org.pmemycsb.adapter.support.sql.SqlUrl;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.RecordLayout;

/** An external PostgreSQL. One of its tables is ours while the harness uses it. */
final class ExternalPostgres extends PostgresServer {
  private static final int VERSION_UNIT = 10_000;
  // The settings that differ from the defaults, in the form of a configuration file.
  private static final String SETTINGS =
      "SELECT string_agg(concat(name, ' = ''', replace(setting, '''', ''''''), E'''\\n'), ''"
          + " ORDER BY name) FROM pg_settings"
          + " WHERE source NOT IN ('default', 'client', 'override')";

  // Superusers have further connections, and no limits of an account or a database.
  private static final String ABILITIES =
      "SELECT current_setting('server_version_num'), pg_is_in_recovery(),"
          + " CASE WHEN rolsuper THEN current_setting('max_connections')::int"
          + " ELSE least(current_setting('max_connections')::int"
          + " - current_setting('superuser_reserved_connections')::int,"
          + " nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) END"
          + " FROM pg_roles, pg_database"
          + " WHERE rolname = current_user AND datname = current_database()";

  private String settings;

  private ExternalPostgres(SqlUrl url, RecordLayout layout) {
    super(layout);
    this.url = url;
  }

  /**
   * Attaches to a server and empties our table.
   *
   * @throws DatabaseException if it cannot be reached or is too old, or if the table may not be
   *     dropped
   */
  static ExternalPostgres attach(ExternalServer external, RecordLayout layout, int threads)
      throws DatabaseException {
    SqlUrl url = PostgresUrl.KIND.at(external.url(), "", "");
    ExternalPostgres server = new ExternalPostgres(url, layout);
    // Over one connection: a server counts connections that have just ended.
    List<String> abilities = server.ask(connection -> row(connection, ABILITIES));
    if (Integer.parseInt(abilities.get(0)) < PostgresPrograms.OLDEST * VERSION_UNIT) {
      throw new DatabaseException(PostgresPrograms.tooOld(url + " is " + server.version()));
    }
    if (abilities.get(1).equals("t")) {
      throw new DatabaseException(
          "PostgreSQL at %s is a read-only replica; name the primary".formatted(url));
    }
    ConnectionLimit.refuse(
        "PostgreSQL at " + url,
        "max_connections, or the limit of the account or the database",
        Long.parseLong(abilities.get(2)),
        threads);
    server.settings = server.text(SETTINGS);
    server.takeOver(external.allowReset());
    return server;
  }

  /** A server that is only asked questions. */
  static ExternalPostgres asked(String url) {
    return new ExternalPostgres(PostgresUrl.KIND.at(url, "", ""), new RecordLayout(0, 1, 1, 1));
  }

  @Override
  public Optional<String> durabilitySettings() throws DatabaseException {
    return Optional.of(settingsOfDurability());
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of("postgresql-settings.conf", settings);
  }
}
