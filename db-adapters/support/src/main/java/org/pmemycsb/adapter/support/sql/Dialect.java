package org.pmemycsb.adapter.support.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The parts of SQL in which databases differ. */
public interface Dialect {
  /** The quoted name of a table or column. The name may hold any character. */
  String quoted(String identifier);

  /** The placeholder for a text that is a JSON object. */
  String json();

  /** The members of an object in a column, and over them those of a parameter. */
  String merged(String column);

  /**
   * The end of an INSERT that replaces a record with the same key.
   *
   * @param columns all but the key, quoted
   */
  String replacing(List<String> columns);

  /** The columns of a table in their order; none if there is no such table. */
  List<String> columns(Connection connection, String table) throws SQLException;

  /** The first column of all rows of a query with one parameter. */
  static List<String> column(Connection connection, String sql, String parameter)
      throws SQLException {
    List<String> column = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, parameter);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          column.add(rows.getString(1));
        }
      }
    }
    return column;
  }

  /**
   * The table of this name, made or extended by missing columns. Other clients may do the same at
   * the same time.
   *
   * @param declared the fields to come; those that fit get a column
   */
  SqlTable ensure(Connection connection, String name, Collection<String> declared)
      throws SQLException;
}
