package org.pmemycsb.adapter.support.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table of records, and the statements on it.
 *
 * @param name its name in YCSB
 * @param fields the fields that have a column of their own, in the order of the columns
 */
public record SqlTable(String name, List<String> fields, Dialect dialect) {
  public static final String KEY = "ycsb_key";

  /** The column of the fields that have no column of their own. */
  public static final String OTHERS = "ycsb_others";

  public SqlTable {
    fields = List.copyOf(fields);
  }

  /** Whether a table with these columns is one of ours. */
  public static boolean isOurs(List<String> columns) {
    return columns.containsAll(List.of(KEY, OTHERS));
  }

  /** A table with these columns, of which two are ours. */
  public static SqlTable of(String name, List<String> columns, Dialect dialect) {
    return new SqlTable(
        name,
        columns.stream().filter(column -> !column.equals(KEY) && !column.equals(OTHERS)).toList(),
        dialect);
  }

  /** Parameter: the key. */
  public String select(List<String> columns) {
    return "SELECT %s FROM %s WHERE %s = ?".formatted(list(columns), quoted(name), KEY);
  }

  /** Parameters: the first key, the most rows. */
  String scan(List<String> columns) {
    return "SELECT %1$s FROM %2$s WHERE %3$s >= ? ORDER BY %3$s LIMIT ?"
        .formatted(list(columns), quoted(name), KEY);
  }

  /** Parameters: the values of the columns in this order, the other fields if any, the key. */
  public String update(List<String> columns, boolean others) {
    Stream<String> own = columns.stream().map(column -> quoted(column) + " = ?");
    Stream<String> shared =
        others ? Stream.of(OTHERS + " = " + dialect.merged(OTHERS)) : Stream.of();
    return "UPDATE %s SET %s WHERE %s = ?"
        .formatted(quoted(name), Stream.concat(own, shared).collect(Collectors.joining(", ")), KEY);
  }

  /**
   * Replaces the record where there is one. Parameters: the key, the value of each of {@link
   * #fields()}, the other fields.
   */
  public String insert() {
    List<String> written = new ArrayList<>(fields.stream().map(this::quoted).toList());
    written.add(OTHERS);
    return "INSERT INTO %s (%s, %s) VALUES (?, %s%s) %s"
        .formatted(
            quoted(name),
            KEY,
            String.join(", ", written),
            "?, ".repeat(fields.size()),
            dialect.json(),
            dialect.replacing(written));
  }

  /** Parameter: the key. */
  String delete() {
    return "DELETE FROM %s WHERE %s = ?".formatted(quoted(name), KEY);
  }

  private String list(List<String> columns) {
    // A row without columns still shows that there is a record.
    return columns.isEmpty()
        ? "1"
        : columns.stream().map(this::quoted).collect(Collectors.joining(", "));
  }

  private String quoted(String identifier) {
    return dialect.quoted(identifier);
  }
}
