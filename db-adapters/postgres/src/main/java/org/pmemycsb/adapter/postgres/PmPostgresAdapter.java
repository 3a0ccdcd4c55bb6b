package org.pmemycsb.adapter.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.pmemycsb.adapter.support.Programs;
import org.pmemycsb.adapter.support.ServerLog;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.SafeFolder;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;

/**
 * The machine's own PostgreSQL with its write-ahead log in persistent memory, by a preloaded
 * library. A server that runs already cannot be attached to: the library has to be there from its
 * start.
 */
public final class PmPostgresAdapter extends PostgresAdapter {
  private static final String INSTALL_LIBPMEM = "apt-get install -y libpmem1";

  @Override
  public String name() {
    return "pm-postgres";
  }

  @Override
  public Traits traits(Map<String, String> options) {
    return super.traits(options).without(Trait.ATTACHES).variantOf("postgres");
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    Availability stock = super.probe(host, options);
    if (!stock.available()) {
      return stock;
    }
    try {
      tryLibrary(PostgresPrograms.find(host, binaries(options)));
      return Availability.yes(stock.detail() + ", with libpgwal_pmem");
    } catch (DatabaseException | IOException failure) {
      String reason = String.valueOf(failure.getMessage());
      return reason.contains("libpmem.so")
          ? Availability.no(reason, INSTALL_LIBPMEM)
          : Availability.no(reason);
    }
  }

  /** Starts the server's program with the library, and asks it only for its version. */
  private static void tryLibrary(PostgresPrograms programs) throws IOException, DatabaseException {
    Path folder = Files.createTempDirectory("pmem-ycsb-pgwal-");
    try {
      WalLibrary library = new WalLibrary(folder, folder);
      library.install();
      ProcessBuilder trial =
          new ProcessBuilder(programs.folder().resolve("postgres").toString(), "--version")
              .directory(folder.toFile());
      trial.environment().putAll(library.environment(folder, Medium.DISK));
      library.working(Programs.output(trial));
    } finally {
      SafeFolder.delete(folder);
    }
  }

  @Override
  EmbeddedPostgres embedded(ServerSettings settings) throws DatabaseException {
    return new PreloadedPostgres(settings);
  }

  /** A stock server that writes its log to persistent memory by {@link WalLibrary}. */
  private static final class PreloadedPostgres extends EmbeddedPostgres {
    private final ServerSettings settings;
    private final WalLibrary library;

    PreloadedPostgres(ServerSettings settings) throws DatabaseException {
      super(settings);
      this.settings = settings;
      Path folder = process().home().folder();
      library = new WalLibrary(folder, folder.resolve("counters"));
    }

    @Override
    public Map<String, String> variables() {
      return library.environment(process().home().data(), settings.logMedium());
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
      if (counters().get(WalLibrary.STORES) == 0) {
        throw new DatabaseException(
            process().home().writes().orElse(library.folder())
                + " is not on persistent memory: choose a folder that is, or one on tmpfs, with"
                + " --place pmem=DIR, or compare postgres instead of pm-postgres");
      }
    }

    private Map<String, Long> counters() throws DatabaseException {
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
      all.putAll(counters());
      return all;
    }
  }
}
