package org.pmemycsb.adapter.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.pmemycsb.adapter.support.sql.Dialect;
import org.pmemycsb.adapter.support.sql.SqlTable;

final class PostgresDialect implements Dialect {
  static final PostgresDialect INSTANCE = new PostgresDialect();

  // A large value moves out of the row and leaves a pointer of 20 bytes. A row of 8 KiB must hold
  // all pointers.
  private static final int MOST_COLUMNS = 256;
  private static final int LONGEST_NAME_BYTES = 63;
  private static final String OUR_PREFIX = "ycsb_";
  private static final Set<String> SYSTEM_COLUMNS =
      Set.of("tableoid", "xmin", "cmin", "xmax", "cmax", "ctid");
  private static final String DUPLICATE_TABLE = "42P07";
  // "ycsb" in ASCII. Its holder makes or extends a table.
  private static final long LOCK = 0x79637362;

  private PostgresDialect() {}

  /**
   * The fields that can have a column. The others do not fit PostgreSQL's identifiers, or are ours.
   */
  static List<String> columnsFor(Collection<String> fields) {
    return fields.stream().filter(PostgresDialect::fits).distinct().limit(MOST_COLUMNS).toList();
  }

  private static boolean fits(String field) {
    return !field.isEmpty()
        && field.indexOf('\0') < 0
        && field.getBytes(UTF_8).length <= LONGEST_NAME_BYTES
        && !field.startsWith(OUR_PREFIX)
        && !SYSTEM_COLUMNS.contains(field);
  }

  @Override
  public SqlTable ensure(Connection connection, String name, Collection<String> declared)
      throws SQLException {
    List<String> wanted = columnsFor(declared);
    List<String> existing = columns(connection, name);
    if (existing.contains(SqlTable.OTHERS) && existing.containsAll(wanted)) {
      return SqlTable.of(name, existing, this);
    }
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_xact_lock(" + LOCK + ")");
      statement.execute(createIfAbsent(name, wanted));
      List<String> made = columns(connection, name);
      if (!SqlTable.isOurs(made)) {
        throw new SQLException("table " + name + " is not one of pmem-ycsb's", DUPLICATE_TABLE);
      }
      Set<String> missing = new LinkedHashSet<>(wanted);
      missing.removeAll(made);
      for (String field : missing) {
        statement.execute("ALTER TABLE " + quote(name) + " ADD COLUMN " + quote(field) + " bytea");
      }
      connection.commit();
    } catch (SQLException failure) {
      rollBack(connection, failure);
      throw failure;
    }
    connection.setAutoCommit(true);
    return SqlTable.of(name, columns(connection, name), this);
  }

  private static void rollBack(Connection connection, SQLException failure) {
    try {
      connection.rollback();
      connection.setAutoCommit(true);
    } catch (SQLException also) {
      failure.addSuppressed(also);
    }
  }

  @Override
  public List<String> columns(Connection connection, String table) throws SQLException {
    return Dialect.column(
        connection,
        "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(?) AND attnum > 0"
            + " AND NOT attisdropped ORDER BY attnum",
        quote(table));
  }

  static String createIfAbsent(String name, List<String> columns) {
    String own =
        columns.stream().map(column -> quote(column) + " bytea, ").collect(Collectors.joining());
    return "CREATE TABLE IF NOT EXISTS %s (%s text COLLATE \"C\" PRIMARY KEY, %s%s jsonb)"
        .formatted(quote(name), SqlTable.KEY, own, SqlTable.OTHERS);
  }

  @Override
  public String quoted(String identifier) {
    return quote(identifier);
  }

  static String quote(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  @Override
  public String json() {
    return "CAST(? AS jsonb)";
  }

  @Override
  public String merged(String column) {
    return "coalesce(%s, '{}'::jsonb) || CAST(? AS jsonb)".formatted(column);
  }

  @Override
  public String replacing(List<String> columns) {
    return columns.stream()
        .map(column -> column + " = EXCLUDED." + column)
        .collect(Collectors.joining(", ", "ON CONFLICT (" + SqlTable.KEY + ") DO UPDATE SET ", ""));
  }
}
