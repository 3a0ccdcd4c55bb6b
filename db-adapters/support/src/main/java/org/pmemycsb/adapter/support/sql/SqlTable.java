package org.pmemycsb.adapter.support.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * A table of records, and the statements on it.
 *
 * @param name its name in YCSB
 * @param fields the fields that have a column of their own, in the order of the columns
 */
record SqlTable(String name, List<String> fields, Dialect dialect) {
  static final String KEY = "ycsb_key";

  /** The column of the fields that have no column of their own. */
  static final String OTHERS = "ycsb_others";

  SqlTable {
    fields = List.copyOf(fields);
  }

  /** Whether a table with these columns is one of ours. */
  static boolean isOurs(List<String> columns) {
    return columns.containsAll(List.of(KEY, OTHERS));
  }

  /** A table with these columns, of which two are ours. */
  static SqlTable of(String name, List<String> columns, Dialect dialect) {
    return new SqlTable(
        name,
        columns.stream().filter(column -> !column.equals(KEY) && !column.equals(OTHERS)).toList(),
        dialect);
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
    List<String> changes =
        new ArrayList<>(columns.stream().map(column -> quoted(column) + " = ?").toList());
    if (others) {
      changes.add(OTHERS + " = " + dialect.sql().merged().formatted(OTHERS));
    }
    return "UPDATE %s SET %s WHERE %s = ?".formatted(quoted(name), String.join(", ", changes), KEY);
  }

  /**
   * Replaces the record where there is one. Parameters: the key, the value of each of {@link
   * #fields()}, the other fields.
   */
  String insert() {
    List<String> written = new ArrayList<>(fields.stream().map(this::quoted).toList());
    written.add(OTHERS);
    return "INSERT INTO %s (%s, %s) VALUES (?, %s%s) %s"
        .formatted(
            quoted(name),
            KEY,
            String.join(", ", written),
            "?, ".repeat(fields.size()),
            dialect.sql().json(),
            written.stream()
                .map(column -> dialect.sql().replaced().formatted(column))
                .collect(Collectors.joining(", ", dialect.sql().replacing() + " ", "")));
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

  /**
   * The fields that have no column, as a JSON object. Names and values are in base 64: a name may
   * be any text and a value any bytes, and neither needs escaping.
   */
  static String json(Map<String, byte[]> others) {
    Base64.Encoder base64 = Base64.getEncoder();
    StringJoiner members = new StringJoiner(",", "{", "}");
    others.forEach(
        (name, value) ->
            members.add(
                "\"%s\":\"%s\""
                    .formatted(
                        base64.encodeToString(name.getBytes(UTF_8)),
                        base64.encodeToString(value))));
    return members.toString();
  }

  /**
   * The fields of an object that {@link #json} made and a database may have merged and laid out
   * anew.
   *
   * @throws IllegalArgumentException if it is anything else
   */
  static Map<String, byte[]> others(String json) {
    Base64.Decoder base64 = Base64.getDecoder();
    Map<String, byte[]> others = new LinkedHashMap<>();
    // Base 64 has no quote: text in quotes alternates with what stands between.
    String[] parts = json.split("\"", -1);
    if (parts.length % 4 != 1) {
      throw new IllegalArgumentException("not the fields of a record: " + json);
    }
    for (int part = 1; part < parts.length; part += 4) {
      others.put(new String(base64.decode(parts[part]), UTF_8), base64.decode(parts[part + 2]));
    }
    return others;
  }
}
