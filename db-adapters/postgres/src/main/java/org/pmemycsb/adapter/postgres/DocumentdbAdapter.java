package org.pmemycsb.adapter.postgres;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.ServerSettings;

/**
 * PostgreSQL with the extension DocumentDB, on which FerretDB 2 keeps its documents. It takes no
 * part in comparisons by itself.
 */
public final class DocumentdbAdapter extends PostgresAdapter {
  /** The requirements of a machine, as a part of a message. */
  public static final String NEEDED =
      "FerretDB 2 needs a PostgreSQL with the extension documentdb (Debian 14 has"
          + " postgresql-18-documentdb)";

  static final String EXTENSION = "documentdb";

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    Availability stock = super.probe(host, options);
    if (!stock.available()) {
      return Availability.no(stock.detail() + "; " + NEEDED);
    }
    try {
      require(PostgresPrograms.find(host, binaries(options)));
      return Availability.yes(stock.detail() + " with DocumentDB");
    } catch (DatabaseException missing) {
      return Availability.no(missing.getMessage());
    }
  }

  /**
   * Refuses programs without the extension.
   *
   * @throws DatabaseException if its control file is in none of the folders in which PostgreSQL's
   *     build and Debian put those of an installation
   */
  private static void require(PostgresPrograms programs) throws DatabaseException {
    Path binaries = programs.folder();
    Path version = binaries.resolve("..").normalize();
    boolean there =
        Stream.of(
                version.resolve("share"),
                version.resolve("share/postgresql"),
                // Debian: /usr/lib/postgresql/18/bin and /usr/share/postgresql/18.
                version
                    .resolve("../../../share/postgresql")
                    .resolve(String.valueOf(version.getFileName())))
            .anyMatch(share -> Files.exists(share.resolve("extension/" + EXTENSION + ".control")));
    if (!there) {
      throw new DatabaseException(
          "the PostgreSQL " + programs.version() + " in " + binaries + " lacks it: " + NEEDED);
    }
  }

  @Override
  EmbeddedPostgres embedded(ServerSettings settings, PostgresPrograms programs)
      throws DatabaseException {
    require(programs);
    return new DocumentdbPostgres(settings, programs);
  }
}
