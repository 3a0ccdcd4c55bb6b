package org.pmemycsb.adapter.mongodb;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.pmemycsb.adapter.postgres.PostgresAdapter;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.adapter.support.StartedServer;
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
 * MongoDB: the machine's {@code mongod} or, where there is none, FerretDB, started in a folder; or
 * a server that runs, attached to by a URL such as {@code
 * mongodb://user:password@host:27017/ycsb?tls=true&w=1&journal=true}.
 *
 * <p>Without options, FerretDB is looked for in the environment variable {@code FERRETDB_BINARY},
 * on the path, and where {@code build-ferretdb} puts it.
 */
public class MongoAdapter implements DatabaseAdapter {
  static final String STORE_URL = "storeUrl";
  // For the key, and for the names and lengths of 1,000 fields.
  private static final int ROOM_BYTES = 64 << 10;

  @Override
  public String name() {
    return "mongodb";
  }

  @Override
  public Availability probe(Host host, Map<String, String> options) {
    MongoPrograms programs;
    try {
      programs = MongoPrograms.find(host, options);
    } catch (DatabaseException missing) {
      return Availability.no(missing.getMessage());
    }
    if (!programs.ferretdb()) {
      return Availability.yes("MongoDB " + programs.version() + ", " + programs.file());
    }
    Availability store = new PostgresAdapter().probe(host);
    if (!store.available()) {
      return new Availability(
          false,
          "no mongod; for FerretDB %s: %s".formatted(programs.version(), store.detail()),
          Optional.empty(),
          store.remedy());
    }
    return Availability.standIn(
        "FerretDB",
        "no mongod; FerretDB %s stands in, on %s; %s"
            .formatted(programs.version(), store.detail(), MongoPrograms.HOW_TO_HAVE_MONGOD));
  }

  /** A document has up to 16 MiB, with the names of its fields. */
  @Override
  public Traits traits(Map<String, String> options) {
    return Traits.of(Durability.PERIODIC, Durability.COMMIT)
        .with(Trait.ATTACHES, Trait.KEEPS_LOG_APART, Trait.LISTENS)
        .longestValue((16 << 20) - ROOM_BYTES);
  }

  @Override
  public Class<? extends DB> client() {
    return MongoYcsbClient.class;
  }

  @Override
  public Map<String, String> ownProperties() {
    return Map.of(MongoYcsbClient.URL, "url", MongoYcsbClient.SERIALIZE, "");
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.path(MongoPrograms.MONGOD, "mongod to start"),
        Option.path(MongoPrograms.FERRETDB, "FerretDB 1 to start"),
        Option.text(STORE_URL, "PostgreSQL of a running FerretDB, to read its durability"));
  }

  @Override
  public DatabaseServer open(ServerSettings settings) throws DatabaseException {
    if (settings.external().isPresent()) {
      return ExternalMongo.attach(
          settings.external().get(),
          Optional.ofNullable(settings.options().get(STORE_URL)),
          settings.threads());
    }
    MongoPrograms programs = MongoPrograms.find(settings.host(), settings.options());
    Ports ports = Ports.at(Ports.address(settings));
    return programs.ferretdb()
        ? StartedServer.start(new FerretdbServer(settings, programs), ports)
        : StartedServer.start(new StartedMongo(settings, programs, false), ports);
  }
}
