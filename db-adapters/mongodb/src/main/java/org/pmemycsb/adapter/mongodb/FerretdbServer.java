package org.pmemycsb.adapter.mongodb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.pmemycsb.adapter.postgres.PostgresAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.ServerSettings;

/**
 * A FerretDB of our own, on a PostgreSQL of our own that is the one of the postgres adapter: same
 * configuration, same durability.
 *
 * <p>Two things are added to a plain FerretDB. It finds a document by a condition that no index of
 * its own serves, so that each operation reads the whole collection (some hundred operations per
 * second, fewer the more documents there are): an index is made that serves it, and PostgreSQL is
 * told to plan with the values at hand, without which it cannot see that. And of two updates of one
 * document at the same time it loses one: the clients write each document one after another.
 */
final class FerretdbServer extends LiveMongo {
  private static final String HANDLER = "postgresql";
  private static final String PLAN = "&plan_cache_mode=force_custom_plan";

  private final Path folder;
  private final DatabaseServer store;
  private final ServerProcess process;

  private FerretdbServer(Path folder, MongoUrl url, DatabaseServer store, ServerProcess process) {
    super(url);
    this.folder = folder;
    this.store = store;
    this.process = process;
  }

  static FerretdbServer start(ServerSettings settings, MongoPrograms programs)
      throws DatabaseException {
    Path folder = settings.folder().toAbsolutePath();
    DatabaseServer store = new PostgresAdapter().open(inSubfolder(settings, folder));
    FerretdbServer server = null;
    try {
      int port = ServerProcess.freePort();
      ServerProcess process =
          new ServerProcess(
              "FerretDB",
              settings.processes(),
              List.of(programs.file().toString()),
              environment(port, store.clientProperties()),
              folder.resolve("ferretdb.log"));
      server = new FerretdbServer(folder, local(port, settings.durability()), store, process);
      process.start(server.administration()::answers);
      server.reset();
      return server;
    } catch (DatabaseException failure) {
      if (server != null) {
        server.close();
      } else {
        store.close();
      }
      throw failure;
    }
  }

  private static ServerSettings inSubfolder(ServerSettings settings, Path folder)
      throws DatabaseException {
    try {
      Path subfolder = Files.createDirectory(folder.resolve("postgresql"));
      return new ServerSettings(
          subfolder,
          settings.medium(),
          settings.durability(),
          settings.layout(),
          settings.scans(),
          settings.threads(),
          settings.external(),
          settings.host(),
          settings.processes(),
          Map.of());
    } catch (IOException failure) {
      throw new DatabaseException(
          "cannot prepare FerretDB in " + folder + ": " + failure.getMessage(), failure);
    }
  }

  /** Not arguments, which every user of the machine can read: the URL holds a password. */
  private static Map<String, String> environment(int port, Properties store) {
    String account =
        store.getProperty("postgres.user") + ":" + store.getProperty("postgres.password") + "@";
    String url =
        store.getProperty("postgres.url").replace("jdbc:postgresql://", "postgres://" + account);
    return Map.of(
        "FERRETDB_LISTEN_ADDR", "127.0.0.1:" + port,
        "FERRETDB_HANDLER", HANDLER,
        "FERRETDB_POSTGRESQL_URL", url + PLAN,
        "FERRETDB_TELEMETRY", "disable",
        "FERRETDB_DEBUG_ADDR", "-",
        "FERRETDB_STATE_DIR", "-",
        "FERRETDB_LOG_LEVEL", "error");
  }

  @Override
  public Properties clientProperties() {
    Properties properties = super.clientProperties();
    properties.setProperty(MongoYcsbClient.SERIALIZE, "true");
    return properties;
  }

  @Override
  public void reset() throws DatabaseException {
    super.reset();
    Properties access = store.clientProperties();
    try (Connection connection =
            DriverManager.getConnection(
                access.getProperty("postgres.url"),
                access.getProperty("postgres.user"),
                access.getProperty("postgres.password"));
        Statement statement = connection.createStatement()) {
      String table;
      try (ResultSet tables =
          statement.executeQuery(
              "SELECT format('%I.%I', schemaname, tablename) FROM pg_tables"
                  + " WHERE schemaname = '"
                  + administration().url().database()
                  + "' AND tablename LIKE '"
                  + MongoAdministration.TABLE
                  + "%'")) {
        if (!tables.next()) {
          throw new DatabaseException("FerretDB made no table for its collection");
        }
        table = tables.getString(1);
      }
      statement.execute(
          "CREATE INDEX ON "
              + table
              + " USING gin ((_jsonb->'_id') jsonb_path_ops) WITH (fastupdate = off)");
    } catch (SQLException failure) {
      throw new DatabaseException(
          "cannot index FerretDB's collection: " + failure.getMessage(), failure);
    }
  }

  @Override
  public String version() throws DatabaseException {
    return super.version() + " (" + store.version() + ")";
  }

  /** That of its store; FerretDB itself ignores what a client asks for. */
  @Override
  public Durability effectiveDurability() throws DatabaseException {
    return store.effectiveDurability();
  }

  @Override
  public Optional<Duration> lossWindow() throws DatabaseException {
    return store.lossWindow();
  }

  @Override
  public Map<String, String> configuration() {
    return store.configuration();
  }

  @Override
  public Map<String, Long> statistics() throws DatabaseException {
    Map<String, Long> counters = new TreeMap<>(super.statistics());
    store.statistics().forEach((name, value) -> counters.put("postgresql_" + name, value));
    return counters;
  }

  @Override
  public void crash() throws DatabaseException {
    process.kill();
    store.crash();
  }

  @Override
  public void restart() throws DatabaseException {
    store.restart();
    process.start(administration()::answers);
  }

  @Override
  public void close() {
    process.stop();
    store.close();
    Folders.empty(folder);
  }
}
