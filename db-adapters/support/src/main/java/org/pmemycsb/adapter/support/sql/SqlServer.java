package org.pmemycsb.adapter.support.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Properties;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.RecordLayout;
import site.ycsb.workloads.CoreWorkload;

/** A SQL database that is up. Each question goes over a connection of its own. */
public abstract class SqlServer implements DatabaseServer {
  /** The name of our table. */
  public static final String TABLE = CoreWorkload.TABLENAME_PROPERTY_DEFAULT;

  /** The name of our table, quoted. */
  protected final String table;

  /** The address of the server; set before the first question. */
  protected SqlUrl url;

  private final Dialect dialect;
  private boolean takenOver;
  private final List<String> fields;

  /** Several questions over one connection. */
  @FunctionalInterface
  protected interface Question<T> {
    T ask(Connection connection) throws SQLException;
  }

  protected SqlServer(Dialect dialect, RecordLayout layout) {
    this.dialect = dialect;
    this.table = dialect.quoted(TABLE);
    this.fields = SqlClient.fields(layout);
  }

  @Override
  public Properties clientProperties() {
    return url.toProperties();
  }

  /**
   * Empties our table on an external server.
   *
   * @param allowed whether a table with records, or of another program, may be dropped
   * @throws DatabaseException if there is one, and it may not
   */
  protected final void takeOver(boolean allowed) throws DatabaseException {
    List<String> columns = ask(connection -> dialect.columns(connection, TABLE));
    if (!allowed && !columns.isEmpty()) {
      if (!SqlTable.isOurs(columns)) {
        throw kept("is not one of pmem-ycsb's");
      }
      if (text("SELECT 1 FROM " + table + " LIMIT 1") != null) {
        throw kept("is not empty");
      }
    }
    reset();
    takenOver = true;
  }

  /** Drops a table that was taken over. */
  @Override
  public void close() throws DatabaseException {
    if (takenOver) {
      takenOver = false;
      try {
        execute("DROP TABLE IF EXISTS " + table);
      } catch (DatabaseException kept) {
        throw new DatabaseException(
            "table %s is left at %s: %s".formatted(TABLE, url, kept.getMessage()), kept);
      }
    }
  }

  private DatabaseException kept(String why) {
    return new DatabaseException(
        "table %s at %s %s: name another database, or allow it to be dropped with --allow-reset"
            .formatted(TABLE, url, why));
  }

  /** Drops our table and makes it again. */
  @Override
  public void reset() throws DatabaseException {
    ask(
        connection -> {
          try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS " + table);
          }
          return dialect.ensure(connection, TABLE, fields);
        });
  }

  @Override
  public OptionalLong recordCount() throws DatabaseException {
    return OptionalLong.of(number("SELECT count(*) FROM " + table));
  }

  protected final <T> T ask(Question<T> question) throws DatabaseException {
    try (Connection connection = url.connect()) {
      return question.ask(connection);
    } catch (SQLException failure) {
      throw new DatabaseException(url.describe(failure), failure);
    }
  }

  protected final void execute(String sql) throws DatabaseException {
    ask(connection -> connection.createStatement().execute(sql));
  }

  /** The first column of the first row; null if there is no row. */
  protected final String text(String sql) throws DatabaseException {
    return ask(connection -> text(connection, sql));
  }

  /** The first column of the first row. */
  protected final long number(String sql) throws DatabaseException {
    return ask(connection -> number(connection, sql));
  }

  protected static String text(Connection connection, String sql) throws SQLException {
    List<String> row = row(connection, sql);
    return row.isEmpty() ? null : row.get(0);
  }

  protected static long number(Connection connection, String sql) throws SQLException {
    return Long.parseLong(text(connection, sql));
  }

  /** The columns of the first row; none if there is no row. */
  protected static List<String> row(Connection connection, String sql) throws SQLException {
    List<String> row = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      boolean found = rows.next();
      for (int column = 1; found && column <= rows.getMetaData().getColumnCount(); column++) {
        row.add(rows.getString(column));
      }
    }
    return row;
  }
}
