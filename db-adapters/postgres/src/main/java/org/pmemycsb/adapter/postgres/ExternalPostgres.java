package org.pmemycsb.adapter.postgres;

import java.util.Map;
import java.util.Optional;
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

  private String settings;
  private boolean closed;

  private ExternalPostgres(PostgresUrl url, RecordLayout layout) {
    super(layout);
    this.url = url;
  }

  /**
   * Attaches to a server and empties our table.
   *
   * @throws DatabaseException if it cannot be reached or is too old, or if the table may not be
   *     dropped
   */
  static ExternalPostgres attach(ExternalServer external, RecordLayout layout)
      throws DatabaseException {
    PostgresUrl url = new PostgresUrl(external.url(), "", "");
    ExternalPostgres server = new ExternalPostgres(url, layout);
    if (server.number("SHOW server_version_num") < PostgresPrograms.OLDEST * VERSION_UNIT) {
      throw new DatabaseException(PostgresPrograms.tooOld(url + " is " + server.version()));
    }
    server.settings = server.text(SETTINGS);
    server.takeOver(external.allowReset());
    return server;
  }

  /** A server that is only asked questions. */
  static ExternalPostgres asked(String url) {
    ExternalPostgres server =
        new ExternalPostgres(new PostgresUrl(url, "", ""), new RecordLayout(0, 1, 1, 1));
    server.closed = true;
    return server;
  }

  @Override
  public Optional<String> durabilitySettings() throws DatabaseException {
    return Optional.of(settingsOfDurability());
  }

  @Override
  public Map<String, String> configuration() {
    return Map.of("postgresql-settings.conf", settings);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      execute("DROP TABLE IF EXISTS " + table);
    } catch (DatabaseException unreachable) {
      // Records that are left lie in our table. The next attach reports them.
      return;
    }
  }
}
