package org.pmemycsb.adapter.postgres;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.adapter.support.StartedServer;
import org.pmemycsb.adapter.support.UnixSocket;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.Host;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;
import site.ycsb.DB;

/**
 * PostgreSQL, 10 or newer: the machine's own, started in a folder, or one that runs, attached to by
 * a URL such as {@code postgresql://user:password@host:5432/database?sslmode=require} or, over its
 * Unix socket, {@code postgresql://user@/database?host=/run/postgresql}.
 *
 * <p>A variant of PostgreSQL is a subclass with another {@link #name} and {@link #embedded}.
 */
public class PostgresAdapter implements DatabaseAdapter {
  static final String BINARIES = "binaries";
  private static final String PORT = "port";
  // For what stands beside the values in a message.
  private static final int ROOM_BYTES = 1 << 20;

  @Override
  public String name() {
    return "postgres";
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    try {
      PostgresPrograms programs = PostgresPrograms.find(host, binaries(options));
      PostgresPrograms.account(host);
      return Availability.yes("PostgreSQL " + programs.version() + " in " + programs.folder());
    } catch (DatabaseException missing) {
      return host.executable("postgres").isEmpty() && !options.containsKey(BINARIES)
          ? Availability.no(missing.getMessage(), PostgresPrograms.INSTALL)
          : Availability.no(missing.getMessage());
    }
  }

  static Optional<Path> binaries(Map<String, String> options) {
    return Optional.ofNullable(options.get(BINARIES)).map(Path::of);
  }

  /** A message has up to 1 GiB, and bytes as text are twice as long. */
  @Override
  public Traits traits(Map<String, String> options) {
    return UnixSocket.listening(
        Traits.of(Durability.PERIODIC, Durability.COMMIT)
            .with(Trait.ATTACHES, Trait.KEEPS_LOG_APART)
            .longestValue((512 << 20) - ROOM_BYTES),
        options);
  }

  @Override
  public Class<? extends DB> client() {
    return PostgresClient.class;
  }

  @Override
  public Map<String, String> ownProperties() {
    return PostgresDialect.INSTANCE.properties();
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.path(BINARIES, "folder that holds postgres and initdb"),
        Option.number(PORT, "of the server, instead of any that is free", 1, 65535),
        UnixSocket.OPTION);
  }

  @Override
  public DatabaseServer open(ServerSettings settings) throws DatabaseException {
    if (settings.external().isPresent()) {
      return PostgresServer.attach(
          settings.external().get(), settings.layout(), settings.threads());
    }
    // The Unix socket has a port in its name, too.
    Ports free = Ports.at(Ports.address(settings));
    String named = settings.options().get(PORT);
    return StartedServer.start(
        embedded(settings), named == null ? free : () -> Integer.parseInt(named));
  }

  /**
   * A running server under another database: it answers for its version and durability.
   *
   * @param url as for an external server
   */
  public static DatabaseServer asked(String url) {
    return PostgresServer.asked(url, new RecordLayout(0, 1, 1, 1));
  }

  EmbeddedPostgres embedded(ServerSettings settings) throws DatabaseException {
    return new EmbeddedPostgres(settings);
  }
}
