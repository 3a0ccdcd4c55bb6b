package org.pmemycsb.adapter.mariadb;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.pmemycsb.adapter.support.sql.Dialect;
import org.pmemycsb.adapter.support.sql.SqlTable;

final class MariadbDialect implements Dialect {
  static final MariadbDialect INSTANCE = new MariadbDialect();

  /** The longest key of an InnoDB index. */
  static final int LONGEST_KEY_BYTES = 3072;

  // Half a page holds the longest key and, for each column, 40 bytes: shorter values stay inline.
  private static final int MOST_COLUMNS = 100;
  // MariaDB takes names for equal that differ in case only.
  private static final Pattern FITS = Pattern.compile("(?!ycsb_)[a-z0-9_]{1,64}");
  private static final String TABLE_EXISTS = "42S01";

  private MariadbDialect() {}

  @Override
  public SqlTable ensure(Connection connection, String name, Collection<String> declared)
      throws SQLException {
    List<String> wanted =
        declared.stream().filter(FITS.asMatchPredicate()).distinct().limit(MOST_COLUMNS).toList();
    List<String> existing = columns(connection, name);
    if (existing.isEmpty()) {
      execute(connection, createIfAbsent(name, wanted));
      existing = columns(connection, name);
    }
    if (!SqlTable.isOurs(existing)) {
      throw new SQLException("table " + name + " is not one of pmem-ycsb's", TABLE_EXISTS);
    }
    List<String> there = existing;
    List<String> missing = wanted.stream().filter(field -> !there.contains(field)).toList();
    if (missing.isEmpty()) {
      return SqlTable.of(name, existing, this);
    }
    execute(
        connection,
        missing.stream()
            .map(field -> "ADD COLUMN IF NOT EXISTS " + quoted(field) + " LONGBLOB")
            .collect(Collectors.joining(", ", "ALTER TABLE " + quoted(name) + " ", "")));
    return SqlTable.of(name, columns(connection, name), this);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public List<String> columns(Connection connection, String table) throws SQLException {
    return Dialect.column(
        connection,
        "SELECT column_name FROM information_schema.columns"
            + " WHERE table_schema = database() AND table_name = ? ORDER BY ordinal_position",
        table);
  }

  private String createIfAbsent(String name, List<String> columns) {
    String own =
        columns.stream()
            .map(column -> quoted(column) + " LONGBLOB, ")
            .collect(Collectors.joining());
    return ("CREATE TABLE IF NOT EXISTS %s (%s VARBINARY(%d) PRIMARY KEY, %s%s LONGTEXT CHARACTER"
            + " SET ascii COLLATE ascii_bin) ENGINE=InnoDB ROW_FORMAT=DYNAMIC")
        .formatted(quoted(name), SqlTable.KEY, LONGEST_KEY_BYTES, own, SqlTable.OTHERS);
  }

  @Override
  public String quoted(String identifier) {
    return '`' + identifier.replace("`", "``") + '`';
  }

  @Override
  public String json() {
    return "?";
  }

  @Override
  public String merged(String column) {
    return "JSON_MERGE_PATCH(coalesce(%s, '{}'), ?)".formatted(column);
  }

  @Override
  public String replacing(List<String> columns) {
    return columns.stream()
        .map(column -> "%1$s = VALUES(%1$s)".formatted(column))
        .collect(Collectors.joining(", ", "ON DUPLICATE KEY UPDATE ", ""));
  }
}
