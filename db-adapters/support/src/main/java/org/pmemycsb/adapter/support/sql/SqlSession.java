package org.pmemycsb.adapter.support.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One connection and the statements prepared on it. Not thread-safe. */
final class SqlSession implements AutoCloseable {
  enum Operation {
    READ,
    SCAN,
    UPDATE,
    INSERT,
    DELETE
  }

  /**
   * @param columns the fields whose columns it reads or writes, in the order of its parameters or
   *     results
   * @param others whether it reads or writes, after these, the fields that have no column
   */
  record Prepared(PreparedStatement statement, List<String> columns, boolean others) {}

  private record Shape(Operation operation, String table, Set<String> fields) {}

  // Far more than any workload needs. A caller that keeps asking for other fields must not fill the
  // server.
  private static final int MOST_STATEMENTS = 256;

  private final Connection connection;
  private final Dialect dialect;
  private final List<String> declared;
  private final Map<String, SqlTable> tables = new HashMap<>();
  private final Map<Shape, Prepared> statements = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param declared the fields that a table is made with
   */
  SqlSession(Connection connection, Dialect dialect, Collection<String> declared) {
    this.connection = connection;
    this.dialect = dialect;
    this.declared = List.copyOf(declared);
  }

  /** The table, made if there is none. */
  SqlTable table(String name) throws SQLException {
    SqlTable table = tables.get(name);
    if (table == null) {
      table = dialect.ensure(connection, name, declared);
      tables.put(name, table);
    }
    return table;
  }

  /**
   * @param fields null for all. INSERT always writes all, and DELETE needs none
   */
  Prepared prepared(Operation operation, String table, Set<String> fields) throws SQLException {
    Prepared known = statements.get(new Shape(operation, table, fields));
    return known != null ? known : prepare(operation, table(table), fields);
  }

  private Prepared prepare(Operation operation, SqlTable table, Set<String> fields)
      throws SQLException {
    List<String> columns =
        fields == null ? table.fields() : table.fields().stream().filter(fields::contains).toList();
    boolean others = fields == null || columns.size() < fields.size();
    List<String> selected = new ArrayList<>(columns);
    if (others) {
      selected.add(SqlTable.OTHERS);
    }
    String sql =
        switch (operation) {
          case READ -> table.select(selected);
          case SCAN -> table.scan(selected);
          case UPDATE -> table.update(columns, others);
          case INSERT -> table.insert();
          case DELETE -> table.delete();
        };
    if (statements.size() >= MOST_STATEMENTS) {
      Iterator<Prepared> eldest = statements.values().iterator();
      eldest.next().statement().close();
      eldest.remove();
    }
    Prepared prepared = new Prepared(connection.prepareStatement(sql), columns, others);
    Set<String> copy = fields == null ? null : Set.copyOf(fields);
    statements.put(new Shape(operation, table.name(), copy), prepared);
    return prepared;
  }

  /** Forgets the tables, so that the next operation looks them up again. */
  void forget() {
    for (Prepared prepared : statements.values()) {
      try {
        prepared.statement().close();
      } catch (SQLException gone) {
        continue;
      }
    }
    statements.clear();
    tables.clear();
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException gone) {
      return;
    }
  }
}
