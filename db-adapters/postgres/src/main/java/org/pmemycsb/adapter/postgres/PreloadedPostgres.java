package org.pmemycsb.adapter.postgres;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.pmemycsb.adapter.support.ServerHome;
import org.pmemycsb.adapter.support.ServerLog;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ServerSettings;

/** A stock server that writes its log to persistent memory by {@link WalLibrary}. */
final class PreloadedPostgres extends EmbeddedPostgres {
  private final WalLibrary library;
  private final Path logFolder;

  PreloadedPostgres(ServerSettings settings, PostgresPrograms programs) throws DatabaseException {
    this(
        settings,
        programs,
        new WalLibrary(
            settings.folder().toAbsolutePath(),
            ServerHome.data(settings).resolveSibling("counters")));
  }

  private PreloadedPostgres(ServerSettings settings, PostgresPrograms programs, WalLibrary library)
      throws DatabaseException {
    super(settings, library.environment(ServerHome.data(settings), settings.logMedium()), programs);
    this.library = library;
    this.logFolder = settings.log().map(ServerSettings.Site::folder).orElse(library.folder());
  }

  @Override
  public void prepare() throws IOException, DatabaseException {
    super.prepare();
    process().home().account().makeFolder(library.state());
    library.install();
  }

  @Override
  public void begin() throws DatabaseException {
    super.begin();
    // With asynchronous commit nothing of our table need be in the log yet.
    execute("CHECKPOINT");
    if (counters().stores() == 0) {
      throw new DatabaseException(
          logFolder
              + " is not on persistent memory: choose a folder that is, or one on tmpfs, with"
              + " --place pmem=DIR, or compare postgres instead of pm-postgres");
    }
  }

  private WalCounters counters() throws DatabaseException {
    try {
      return library.working(new ServerLog(process().home().log()).text());
    } catch (IOException unreadable) {
      throw new DatabaseException(
          "cannot read the counters in " + library.state() + ": " + unreadable.getMessage(),
          unreadable);
    }
  }

  @Override
  public String version() throws DatabaseException {
    return super.version() + " with libpgwal_pmem";
  }

  @Override
  public Map<String, Long> statistics() throws DatabaseException {
    Map<String, Long> all = new TreeMap<>(super.statistics());
    all.putAll(counters().statistics());
    return all;
  }
}
