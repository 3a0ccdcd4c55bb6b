package org.pmemycsb.adapter.mongodb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.pmemycsb.adapter.postgres.PostgresAdapter;
import org.pmemycsb.adapter.support.Account;
import org.pmemycsb.adapter.support.Ports;
import org.pmemycsb.adapter.support.ServerHome;
import org.pmemycsb.adapter.support.ServerProcess;
import org.pmemycsb.adapter.support.StartedServer;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Restartable;
import org.pmemycsb.spi.ServerSettings;

/**
 * A FerretDB 1 of our own. Its store is a PostgreSQL of our own with the configuration and the
 * durability of the postgres adapter.
 *
 * <p>FerretDB 1 finds a document by a condition that none of its own indexes serves, so that each
 * operation reads the whole collection (some hundred operations per second, and fewer with more
 * documents). This class makes an index for the condition, and lets PostgreSQL plan each query with
 * its values. Otherwise PostgreSQL does not use the index.
 *
 * <p>FerretDB knows no password. It hands the account of a client on to PostgreSQL, which judges
 * it.
 */
final class FerretdbServer extends MongoServer implements StartedServer {
  private static final String STORED =
      "SELECT format('%%I.%%I', schemaname, tablename) FROM pg_tables"
          + " WHERE schemaname = '%s' AND tablename LIKE '%s%%'";
  private static final String INDEX =
      "CREATE INDEX ON %s USING gin ((_jsonb->'_id') jsonb_path_ops) WITH (fastupdate = off)";
  // Without this setting, PostgreSQL does not use the index.
  private static final String PLAN = "&plan_cache_mode=force_custom_plan";

  private final ServerSettings settings;
  private final ServerProcess process;
  private Map<String, String> variables = Map.of();
  private Path program;
  private Restartable postgres;

  FerretdbServer(ServerSettings settings, MongoPrograms program) throws DatabaseException {
    this.settings = settings;
    this.program = program.file();
    serialize = true;
    process =
        new ServerProcess(
            new ServerHome(
                "FerretDB",
                settings.processes(),
                Account.choose("FerretDB", "ferretdb", settings.host()),
                settings.folder().toAbsolutePath(),
                Optional.empty(), // that of the store
                inherited -> {}));
  }

  @Override
  public ServerProcess process() {
    return process;
  }

  @Override
  public void prepare() throws IOException, DatabaseException {
    program = process.home().readable(program);
    Path subfolder = Files.createDirectory(process.home().folder().resolve("postgresql"));
    postgres = (Restartable) new PostgresAdapter().open(inFolder(subfolder));
    store = Optional.of(postgres);
  }

  @Override
  public void configure(int port) {
    String address = Ports.inUrl(Ports.address(settings), port);
    Properties access = postgres.clientProperties();
    url = at(account(access), address, "authMechanism=PLAIN" + journal(settings.durability()));
    variables = environment(address, access);
  }

  @Override
  public List<String> command() {
    return List.of(program.toString());
  }

  @Override
  public Map<String, String> variables() {
    return variables;
  }

  @Override
  public boolean isReady() {
    return answers(process);
  }

  private ServerSettings inFolder(Path folder) {
    return new ServerSettings(
        new ServerSettings.DataFolder(folder, settings.medium()),
        settings.durability(),
        settings.layout(),
        new ServerSettings.Clients(settings.threads(), settings.scans(), Optional.empty()),
        settings.external(),
        settings.host(),
        settings.processes(),
        Map.of(),
        settings.memory(),
        settings.log(),
        settings.patience());
  }

  private static String account(Properties store) {
    return store.getProperty("postgres.user") + ":" + store.getProperty("postgres.password");
  }

  /** The URL has no account: FerretDB would lend it to clients that have none. */
  private static Map<String, String> environment(String address, Properties store) {
    String url = store.getProperty("postgres.url").replaceFirst("^jdbc:postgresql", "postgres");
    return Map.of(
        "FERRETDB_LISTEN_ADDR", address,
        "FERRETDB_HANDLER", "postgresql",
        "FERRETDB_POSTGRESQL_URL", url + PLAN,
        "FERRETDB_TELEMETRY", "disable",
        "FERRETDB_DEBUG_ADDR", "-",
        "FERRETDB_STATE_DIR", "-",
        "FERRETDB_LOG_LEVEL", "error");
  }

  @Override
  public void reset() throws DatabaseException {
    super.reset();
    Properties access = postgres.clientProperties();
    try (Connection connection =
            DriverManager.getConnection(
                access.getProperty("postgres.url"),
                access.getProperty("postgres.user"),
                access.getProperty("postgres.password"));
        Statement statement = connection.createStatement()) {
      String table;
      try (ResultSet tables = statement.executeQuery(STORED.formatted(url.database(), TABLE))) {
        if (!tables.next()) {
          throw new DatabaseException("FerretDB made no table for its collection");
        }
        table = tables.getString(1);
      }
      statement.execute(INDEX.formatted(table));
    } catch (SQLException failure) {
      throw new DatabaseException(
          "cannot index FerretDB's collection: " + failure.getMessage(), failure);
    }
  }

  @Override
  public Map<String, String> configuration() {
    return postgres.configuration();
  }

  @Override
  public Map<String, Long> statistics() throws DatabaseException {
    Map<String, Long> counters = new TreeMap<>(super.statistics());
    postgres.statistics().forEach((name, value) -> counters.put("postgresql_" + name, value));
    return counters;
  }

  @Override
  public void crash() throws DatabaseException {
    process.crash();
    postgres.crash();
  }

  @Override
  public void restart() throws DatabaseException {
    postgres.restart();
    launch();
  }

  @Override
  public void close() throws DatabaseException {
    process.stop();
    if (postgres != null) {
      postgres.close();
    }
    process.home().empty();
  }
}
