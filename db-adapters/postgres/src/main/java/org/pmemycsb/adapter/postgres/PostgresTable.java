package org.pmemycsb.adapter.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table of records, and the statements on it.
 *
 * @param name its name in YCSB
 * @param fields the fields that have a column of their own, in the order of the columns
 */
record PostgresTable(String name, List<String> fields) {
  static final String KEY = "ycsb_key";

  /** Holds the fields that have no column. */
  static final String OTHERS = "ycsb_others";

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

  PostgresTable {
    fields = List.copyOf(fields);
  }

  /**
   * The fields that can have a column. The others do not fit PostgreSQL's identifiers, or are ours.
   */
  static List<String> columnsFor(Collection<String> fields) {
    return fields.stream().filter(PostgresTable::fits).distinct().limit(MOST_COLUMNS).toList();
  }

  private static boolean fits(String field) {
    return !field.isEmpty()
        && field.indexOf('\0') < 0
        && field.getBytes(UTF_8).length <= LONGEST_NAME_BYTES
        && !field.startsWith(OUR_PREFIX)
        && !SYSTEM_COLUMNS.contains(field);
  }

  /**
   * The table of this name, made or extended by missing columns. Other clients may do the same at
   * the same time.
   *
   * @param declared the fields to come; those that fit get a column
   */
  static PostgresTable ensure(Connection connection, String name, Collection<String> declared)
      throws SQLException {
    List<String> wanted = columnsFor(declared);
    List<String> existing = columns(connection, name);
    if (existing.contains(OTHERS) && existing.containsAll(wanted)) {
      return of(name, existing);
    }
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT pg_advisory_xact_lock(" + LOCK + ")");
      statement.execute(createIfAbsent(name, wanted));
      Set<String> missing = new LinkedHashSet<>(wanted);
      missing.removeAll(columns(connection, name));
      for (String field : missing) {
        statement.execute(
            "ALTER TABLE " + quoted(name) + " ADD COLUMN " + quoted(field) + " bytea");
      }
      connection.commit();
    } catch (SQLException failure) {
      rollBack(connection, failure);
      throw failure;
    }
    connection.setAutoCommit(true);
    List<String> made = columns(connection, name);
    if (!made.contains(KEY) || !made.contains(OTHERS)) {
      throw new SQLException("table " + name + " is not one of pmem-ycsb's", DUPLICATE_TABLE);
    }
    return of(name, made);
  }

  /** Drops the table and makes it again, empty. */
  static PostgresTable recreate(Connection connection, String name, Collection<String> declared)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS " + quoted(name));
    }
    return ensure(connection, name, declared);
  }

  private static void rollBack(Connection connection, SQLException failure) {
    try {
      connection.rollback();
      connection.setAutoCommit(true);
    } catch (SQLException also) {
      failure.addSuppressed(also);
    }
  }

  private static PostgresTable of(String name, List<String> columns) {
    return new PostgresTable(
        name,
        columns.stream().filter(column -> !column.equals(KEY) && !column.equals(OTHERS)).toList());
  }

  private static List<String> columns(Connection connection, String table) throws SQLException {
    List<String> columns = new ArrayList<>();
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(?) AND attnum > 0"
                + " AND NOT attisdropped ORDER BY attnum")) {
      statement.setString(1, quoted(table));
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          columns.add(rows.getString(1));
        }
      }
    }
    return columns;
  }

  static String createIfAbsent(String name, List<String> columns) {
    String own =
        columns.stream().map(column -> quoted(column) + " bytea, ").collect(Collectors.joining());
    return "CREATE TABLE IF NOT EXISTS %s (%s text COLLATE \"C\" PRIMARY KEY, %s%s jsonb)"
        .formatted(quoted(name), KEY, own, OTHERS);
  }

  /** Parameter: the key. */
  String select(List<String> columns) {
    return "SELECT %s FROM %s WHERE %s = ?".formatted(list(columns), quoted(name), KEY);
  }

  /** Parameters: the first key, the most rows. */
  String scan(List<String> columns) {
    return "SELECT %1$s FROM %2$s WHERE %3$s >= ? ORDER BY %3$s LIMIT ?"
        .formatted(list(columns), quoted(name), KEY);
  }

  /** Parameters: the values of the columns in this order, the other fields if any, the key. */
  String update(List<String> columns, boolean others) {
    Stream<String> own = columns.stream().map(column -> quoted(column) + " = ?");
    Stream<String> shared =
        others
            ? Stream.of("%1$s = coalesce(%1$s, '{}'::jsonb) || CAST(? AS jsonb)".formatted(OTHERS))
            : Stream.of();
    return "UPDATE %s SET %s WHERE %s = ?"
        .formatted(quoted(name), Stream.concat(own, shared).collect(Collectors.joining(", ")), KEY);
  }

  /**
   * Replaces the record where there is one. Parameters: the key, the value of each of {@link
   * #fields()}, the other fields.
   */
  String insert() {
    String own = fields.stream().map(field -> quoted(field) + ", ").collect(Collectors.joining());
    String replaced =
        Stream.concat(fields.stream(), Stream.of(OTHERS))
            .map(PostgresTable::quoted)
            .map(column -> column + " = EXCLUDED." + column)
            .collect(Collectors.joining(", "));
    return ("INSERT INTO %1$s (%2$s, %3$s%4$s) VALUES (?, %5$sCAST(? AS jsonb))"
            + " ON CONFLICT (%2$s) DO UPDATE SET %6$s")
        .formatted(quoted(name), KEY, own, OTHERS, "?, ".repeat(fields.size()), replaced);
  }

  /** Parameter: the key. */
  String delete() {
    return "DELETE FROM %s WHERE %s = ?".formatted(quoted(name), KEY);
  }

  private static String list(List<String> columns) {
    // A row without columns still shows that there is a record.
    return columns.isEmpty()
        ? "1"
        : columns.stream().map(PostgresTable::quoted).collect(Collectors.joining(", "));
  }

  static String quoted(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }
}
