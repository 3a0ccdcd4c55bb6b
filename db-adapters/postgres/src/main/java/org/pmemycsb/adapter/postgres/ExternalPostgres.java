package org.pmemycsb.adapter.postgres;

import java.util.Map;
import java.util.Optional;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ExternalServer;
import org.pmemycsb.spi.RecordLayout;

/** An external PostgreSQL. One of its tables is ours while the harness uses it. */
final class ExternalPostgres extends PostgresServer {
  private static final int VERSION_UNIT = 10_000;

  private final PostgresAdministration administration;
  private final String settings;
  private boolean closed;

  private ExternalPostgres(PostgresAdministration administration, String settings) {
    this.administration = administration;
    this.settings = settings;
  }

  /**
   * Attaches to a server and empties our table.
   *
   * @throws DatabaseException if it cannot be reached or is too old, or if the table has records
   *     that may not be removed
   */
  static ExternalPostgres attach(ExternalServer external, RecordLayout layout)
      throws DatabaseException {
    PostgresUrl url = new PostgresUrl(external.url(), "", "");
    PostgresAdministration administration = new PostgresAdministration(url, layout);
    if (administration.versionNumber() < PostgresPrograms.OLDEST * VERSION_UNIT) {
      throw new DatabaseException(PostgresPrograms.tooOld(url + " is " + administration.version()));
    }
    if (!external.allowReset() && administration.holdsRecords()) {
      throw new DatabaseException(
          "table %s at %s is not empty: name another database, or allow it to be emptied with"
                  .formatted(PostgresAdministration.TABLE, url)
              + " --allow-reset");
    }
    String settings = administration.settings();
    administration.reset();
    return new ExternalPostgres(administration, settings);
  }

  @Override
  PostgresAdministration administration() {
    return administration;
  }

  @Override
  public Optional<String> durabilitySettings() throws DatabaseException {
    return Optional.of(administration.durabilitySettings());
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
      administration.drop();
    } catch (DatabaseException unreachable) {
      // Records that are left lie in our table. The next attach reports them.
      return;
    }
  }
}
