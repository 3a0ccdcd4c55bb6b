package org.pmemycsb.adapter.postgres;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ServerSettings;

/** A server with the extension DocumentDB, which connects to its own server. */
final class DocumentdbPostgres extends EmbeddedPostgres {
  private final Path passwords;

  DocumentdbPostgres(ServerSettings settings, PostgresPrograms programs) throws DatabaseException {
    this(settings, programs, dataFolder(settings).resolveSibling("pgpass"));
  }

  private DocumentdbPostgres(ServerSettings settings, PostgresPrograms programs, Path passwords)
      throws DatabaseException {
    super(
        settings,
        new PostgresVariant(Map.of("PGPASSFILE", passwords.toString()), Map.of()),
        programs);
    this.passwords = passwords;
  }

  @Override
  void prepare() throws IOException, DatabaseException {
    super.prepare();
    writePasswords(passwords);
  }

  @Override
  String furtherConfiguration() {
    return """
    # The extension documentdb and what it needs.
    shared_preload_libraries = 'pg_cron,pg_documentdb_core,pg_documentdb'
    # The extension can be created only where pg_cron works.
    cron.database_name = 'postgres'
    """;
  }

  @Override
  void checkStarted() throws DatabaseException {
    super.checkStarted();
    execute("CREATE EXTENSION documentdb CASCADE");
  }

  @Override
  public String version() throws DatabaseException {
    return super.version()
        + " with DocumentDB "
        + text(
            "SELECT default_version FROM pg_available_extensions WHERE name = '%s'"
                .formatted(DocumentdbAdapter.EXTENSION));
  }
}
