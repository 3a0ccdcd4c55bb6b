package org.pmemycsb.adapter.mariadb;

import java.util.List;
import java.util.Map;
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
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;
import site.ycsb.DB;

/**
 * MariaDB, 10.5 or newer: the machine's own, started in a folder, or one that runs, attached to by
 * a URL such as {@code mariadb://user:password@host:3306/database?sslMode=verify-full} or, over its
 * Unix socket, {@code mariadb://user@/database?localSocket=/run/mysqld/mysqld.sock}.
 */
public final class MariadbAdapter implements DatabaseAdapter {
  // For what stands beside the values in a statement.
  private static final int ROOM_BYTES = 1 << 20;

  @Override
  public String name() {
    return "mariadb";
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    try {
      MariadbPrograms programs = MariadbPrograms.find(host);
      MariadbPrograms.account(host);
      return Availability.yes("MariaDB " + programs.version() + " in " + programs.server());
    } catch (DatabaseException missing) {
      return missing.getMessage().startsWith("no program ")
          ? Availability.no(missing.getMessage(), MariadbPrograms.INSTALL)
          : Availability.no(missing.getMessage());
    }
  }

  @Override
  public Traits traits(Map<String, String> options) {
    return UnixSocket.listening(
        Traits.of(Durability.values())
            .with(Trait.ATTACHES, Trait.KEEPS_LOG_APART)
            .longestKey(MariadbDialect.LONGEST_KEY_BYTES)
            .longestValue(EmbeddedMariadb.LONGEST_STATEMENT_BYTES - ROOM_BYTES),
        options);
  }

  @Override
  public Class<? extends DB> client() {
    return MariadbClient.class;
  }

  @Override
  public Map<String, String> ownProperties() {
    return MariadbDialect.INSTANCE.properties();
  }

  @Override
  public List<Option> options() {
    return List.of(UnixSocket.OPTION);
  }

  @Override
  public DatabaseServer open(ServerSettings settings) throws DatabaseException {
    if (settings.external().isPresent()) {
      return MariadbServer.attach(settings.external().get(), settings.layout(), settings.threads());
    }
    return StartedServer.start(new EmbeddedMariadb(settings), Ports.of(settings));
  }
}
