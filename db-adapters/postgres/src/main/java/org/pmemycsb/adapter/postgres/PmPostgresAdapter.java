package org.pmemycsb.adapter.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.pmemycsb.adapter.support.Folders;
import org.pmemycsb.adapter.support.Libpmem;
import org.pmemycsb.adapter.support.Programs;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.ServerSettings;

/**
 * PostgreSQL with its write-ahead log in persistent memory: the machine's own, with a library
 * preloaded, or one that was patched.
 *
 * <p>Options, beside those of {@link PostgresAdapter}: {@code fork}, with {@code binaries}: {@code
 * drain} for a PostgreSQL with {@code wal_sync_method = pmem_drain}, {@code map} for one with
 * {@code wal_pmem_map}. A server that runs already cannot be attached to: the library has to be
 * there from its start.
 */
public final class PmPostgresAdapter extends PostgresAdapter {
  private static final String FORK = "fork";

  /** Patches of PostgreSQL for persistent memory, each with the parameter that switches it on. */
  private static final Map<String, Map<String, String>> FORKS =
      Map.of(
          "drain", Map.of("wal_sync_method", "pmem_drain"),
          "map", Map.of("wal_pmem_map", "on"));

  private static final String INSTALL_LIBPMEM = "apt-get install -y libpmem1";

  @Override
  public String name() {
    return "pm-postgres";
  }

  @Override
  public Set<String> variantOf() {
    return Set.of("postgres");
  }

  @Override
  public Set<String> options() {
    Set<String> options = new TreeSet<>(super.options());
    options.add(FORK);
    return Set.copyOf(options);
  }

  @Override
  public boolean attaches() {
    return false;
  }

  /** Tries the library, which a patched PostgreSQL does not need. */
  @Override
  public Availability probe(Host host, Map<String, String> options) {
    Availability stock = super.probe(host, options);
    if (!stock.available() || options.containsKey(FORK)) {
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
      WalLibrary library = new WalLibrary(folder);
      library.install();
      ProcessBuilder trial =
          new ProcessBuilder(programs.folder().resolve("postgres").toString(), "--version")
              .directory(folder.toFile());
      trial.environment().putAll(library.environment(folder, Medium.DISK));
      library.working(Programs.output(trial));
    } finally {
      Folders.empty(folder);
      Files.deleteIfExists(folder);
    }
  }

  @Override
  EmbeddedPostgres embedded(ServerSettings settings, PostgresPrograms programs)
      throws DatabaseException {
    String fork = settings.options().get(FORK);
    if (fork == null) {
      return new PreloadedPostgres(settings, programs);
    }
    if (!FORKS.containsKey(fork)) {
      String all = String.join(" or ", new TreeSet<>(FORKS.keySet()));
      throw new DatabaseException("option fork must be " + all + ", not '" + fork + "'");
    }
    if (!settings.options().containsKey(BINARIES)) {
      throw new DatabaseException(
          "option fork=" + fork + " needs binaries=FOLDER, the patched PostgreSQL's programs");
    }
    PostgresVariant variant =
        new PostgresVariant(Libpmem.environment(settings.logMedium()), FORKS.get(fork));
    return new EmbeddedPostgres(settings, variant, programs);
  }
}
