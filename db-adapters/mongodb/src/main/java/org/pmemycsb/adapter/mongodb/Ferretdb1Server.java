package org.pmemycsb.adapter.mongodb;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.ServerSettings;

/**
 * A FerretDB 1, with two additions. First, FerretDB 1 finds a document by a condition that none of
 * its own indexes serves, so that each operation reads the whole collection (some hundred
 * operations per second, and fewer with more documents). This class makes an index for the
 * condition, and lets PostgreSQL plan each query with its values. Otherwise PostgreSQL does not use
 * the index. Second, FerretDB 1 loses one of two updates of one document at the same time. So the
 * clients write each document one after another.
 */
final class Ferretdb1Server extends FerretdbServer {
  private static final String STORED =
      "SELECT format('%%I.%%I', schemaname, tablename) FROM pg_tables"
          + " WHERE schemaname = '%s' AND tablename LIKE '%s%%'";
  private static final String INDEX =
      "CREATE INDEX ON %s USING gin ((_jsonb->'_id') jsonb_path_ops) WITH (fastupdate = off)";

  Ferretdb1Server(ServerSettings settings, MongoPrograms program, DatabaseServer store, int port) {
    super(settings, program, store, port);
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
}
