package org.pmemycsb.adapter.support.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.pmemycsb.adapter.support.Failures;
import site.ycsb.Status;

/** One SQL product: its URLs and driver, its failures, and its own parts of SQL. Thread-safe. */
public abstract class Dialect {
  /** A scan is the largest answer; a checkpoint on a slow disk can hold one back for seconds. */
  protected static final int ANSWER_SECONDS = 60;

  protected static final int CONNECT_SECONDS = 10;
  private static final String CONNECTION = "08";
  private static final String LOST = "CONNECTION_LOST";
  private static final String TABLE_EXISTS = "42S01";

  private final String name;
  private final String product;
  private final List<String> schemes;
  private final String usual;
  private final Sql sql;
  private final Map<String, String> names = new HashMap<>();
  private final Failures failures = new Failures();

  /**
   * The parts of SQL in which products differ.
   *
   * @param quote of a name, which may hold any character
   * @param fits the fields that can have a column; the others share one
   * @param mostColumns of fields
   * @param columns lists the columns of a table in their order; its parameter is the table's name
   * @param alone precedes a statement that makes or changes a table, and keeps other clients from
   *     doing so at the same time
   * @param key the type of the key
   * @param field the type of a field
   * @param others the type of the column of the other fields
   * @param options of a table
   * @param json the placeholder of a text that is a JSON object
   * @param merged the members of an object in a column, and over them those of a parameter
   * @param replacing the end of an INSERT that replaces a record with the same key
   * @param replaced a column in it
   */
  public record Sql(
      String quote,
      Pattern fits,
      int mostColumns,
      String columns,
      String alone,
      String key,
      String field,
      String others,
      String options,
      String json,
      String merged,
      String replacing,
      String replaced) {}

  /**
   * @param name the beginning of the names of the client properties
   * @param schemes of URLs, as the product's own tools take them; the first is the driver's, too
   * @param usual the rest of the URL that is used if there is none
   * @param failures a line for each name of a failure: the name, and its codes
   */
  protected Dialect(
      String name, String product, List<String> schemes, String usual, String failures, Sql sql) {
    this.name = name;
    this.product = product;
    this.schemes = schemes;
    this.usual = usual;
    this.sql = sql;
    for (String line : failures.lines().toList()) {
      List<String> words = List.of(line.split(" "));
      words.subList(1, words.size()).forEach(code -> names.put(code, words.get(0)));
    }
  }

  /**
   * Opens a connection by the driver; null if the URL is not one of the driver's.
   *
   * @param driver the driver's properties, with the account among them
   */
  protected abstract Connection connect(String url, Properties driver) throws SQLException;

  /** The code by which the product tells a failure; null if it has none. */
  protected abstract String code(SQLException failure);

  /** A possible cause that neither the server nor the driver names. */
  protected Optional<String> unnamedCause(String url, SQLException failure) {
    return Optional.empty();
  }

  final String product() {
    return product;
  }

  final String scheme() {
    return schemes.get(0);
  }

  final String property(String option) {
    return name + "." + option;
  }

  /** The client properties, each with the adapter's option that decides it. */
  public final Map<String, String> properties() {
    return Map.of(property("url"), "url", property("user"), "url", property("password"), "url");
  }

  /**
   * Reads a URL as the tools of databases take it, {@code scheme://user:password@host/database}. A
   * URL with another scheme stays as it is.
   *
   * @param user if the URL has none
   * @param password if the URL has none
   */
  public final SqlUrl at(String url, String user, String password) {
    if (schemes.stream().noneMatch(scheme -> url.startsWith(scheme + "://"))) {
      return new SqlUrl(this, url, user, password);
    }
    String rest = url.substring(url.indexOf("//") + 2);
    int end = rest.indexOf('/') < 0 ? rest.length() : rest.indexOf('/');
    int at = rest.lastIndexOf('@', end);
    if (at < 0) {
      return new SqlUrl(this, jdbc(rest), user, password);
    }
    String[] account = rest.substring(0, at).split(":", 2);
    return new SqlUrl(
        this,
        jdbc(rest.substring(at + 1)),
        SqlUrl.decoded(account[0]),
        account.length == 1 ? password : SqlUrl.decoded(account[1]));
  }

  private String jdbc(String rest) {
    return "jdbc:" + scheme() + "://" + rest;
  }

  /** The inverse of {@link SqlUrl#toProperties}. */
  public final SqlUrl from(Properties properties) {
    return at(
        properties.getProperty(property("url"), jdbc(usual)),
        properties.getProperty(property("user"), ""),
        properties.getProperty(property("password"), ""));
  }

  /** One of few names. */
  final String name(SQLException failure) {
    String code = code(failure);
    if (names.containsKey(code)) {
      return names.get(code);
    }
    if (hasState(failure, CONNECTION)) {
      return String.valueOf(failure.getMessage()).contains("fail to connect")
          ? "UNREACHABLE"
          : LOST;
    }
    return code == null ? "UNKNOWN" : unnamed(code);
  }

  /** The name of a failure whose code has none. */
  protected String unnamed(String code) {
    return "SQL_" + code;
  }

  private static boolean hasState(SQLException failure, String beginning) {
    return failure.getSQLState() != null && failure.getSQLState().startsWith(beginning);
  }

  /** Whether the connection is of no more use. */
  final boolean endsConnection(SQLException failure) {
    return failure.getSQLState() == null
        || hasState(failure, CONNECTION)
        || name(failure).equals(LOST);
  }

  /** Whether a statement does not fit the tables as they are now. */
  final boolean staleSchema(SQLException failure) {
    return hasState(failure, "42") || hasState(failure, "0A000");
  }

  final Status status(SQLException failure) {
    return failures.named(name(failure), () -> String.valueOf(failure.getMessage()));
  }

  /** The status for a failure that is not the database's. */
  final Status status(RuntimeException failure) {
    return failures.named("CLIENT_FAILURE", failure::toString);
  }

  final Sql sql() {
    return sql;
  }

  /** The quoted name of a table or column. */
  final String quoted(String identifier) {
    return sql.quote + identifier.replace(sql.quote, sql.quote + sql.quote) + sql.quote;
  }

  /** The columns of a table in their order; none if there is no such table. */
  public final List<String> columns(Connection connection, String table) throws SQLException {
    List<String> columns = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql.columns)) {
      statement.setString(1, table);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          columns.add(rows.getString(1));
        }
      }
    }
    return columns;
  }

  /**
   * The table of this name, made or extended by missing columns. Other clients may do the same at
   * the same time.
   *
   * @param declared the fields to come; those that fit get a column
   */
  final SqlTable ensure(Connection connection, String table, Collection<String> declared)
      throws SQLException {
    List<String> wanted =
        declared.stream()
            .filter(sql.fits.asMatchPredicate())
            .distinct()
            .limit(sql.mostColumns)
            .toList();
    List<String> existing = columns(connection, table);
    if (existing.isEmpty()) {
      existing =
          change(
              connection,
              table,
              "CREATE TABLE IF NOT EXISTS %s (%s %s PRIMARY KEY, %s%s %s)%s"
                  .formatted(
                      quoted(table),
                      SqlTable.KEY,
                      sql.key,
                      wanted.stream().map(this::column).collect(Collectors.joining()),
                      SqlTable.OTHERS,
                      sql.others,
                      sql.options));
    }
    if (!SqlTable.isOurs(existing)) {
      throw new SQLException("table " + table + " is not one of pmem-ycsb's", TABLE_EXISTS);
    }
    List<String> missing = new ArrayList<>(wanted);
    missing.removeAll(existing);
    if (!missing.isEmpty()) {
      existing =
          change(
              connection,
              table,
              missing.stream()
                  .map(field -> "ADD COLUMN IF NOT EXISTS " + quoted(field) + " " + sql.field)
                  .collect(Collectors.joining(", ", "ALTER TABLE " + quoted(table) + " ", "")));
    }
    return SqlTable.of(table, existing, this);
  }

  private String column(String field) {
    return quoted(field) + " " + sql.field + ", ";
  }

  private List<String> change(Connection connection, String table, String change)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql.alone + change);
    }
    return columns(connection, table);
  }
}
