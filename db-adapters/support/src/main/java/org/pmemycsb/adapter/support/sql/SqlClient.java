package org.pmemycsb.adapter.support.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.stream.IntStream;
import org.pmemycsb.spi.RecordLayout;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.workloads.CoreWorkload;

/**
 * A YCSB client over JDBC: one connection, one round trip an operation. It reads YCSB's {@code
 * table}, {@code fieldcount} and {@code fieldnameprefix}, by which {@link #init} makes the table
 * where there is none.
 *
 * <p>Insert replaces the record where there is one; update changes the given fields, keeps the
 * others, and answers NOT_FOUND where there is no record, as delete does. A scan is in the order of
 * the keys' bytes. Not thread-safe; one instance a thread.
 *
 * <p>A client answers with a {@link Status} named after the failure and never throws. It repeats no
 * operation, because an operation whose answer got lost may have been done. The operation after a
 * lost connection connects again.
 */
public abstract class SqlClient extends DB {
  private enum Operation {
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
  private record Prepared(PreparedStatement statement, List<String> columns, boolean others) {}

  private record Shape(Operation operation, String table, Set<String> fields) {}

  // Far more than any workload needs. A caller that keeps asking for other fields must not fill the
  // server.
  private static final int MOST_STATEMENTS = 256;

  private interface Action {
    Status run(OpenConnection connection) throws SQLException;
  }

  private final Dialect dialect;
  private SqlUrl url;
  private List<String> declared = List.of();
  private OpenConnection connection;

  protected SqlClient(Dialect dialect) {
    this.dialect = dialect;
  }

  @Override
  public final void init() throws DBException {
    Properties properties = getProperties();
    url = dialect.from(properties);
    declared = declaredFields(properties);
    String table =
        properties.getProperty(
            CoreWorkload.TABLENAME_PROPERTY, CoreWorkload.TABLENAME_PROPERTY_DEFAULT);
    try {
      connection().table(table);
    } catch (SQLException failure) {
      cleanup();
      throw new DBException(url.describe(failure), failure);
    }
  }

  /** Empty where the caller does not say how many there are. */
  private static List<String> declaredFields(Properties properties) {
    return fields(
        properties.getProperty(
            CoreWorkload.FIELD_NAME_PREFIX, CoreWorkload.FIELD_NAME_PREFIX_DEFAULT),
        Integer.parseInt(properties.getProperty(CoreWorkload.FIELD_COUNT_PROPERTY, "0").trim()));
  }

  private static List<String> fields(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(field -> prefix + field).toList();
  }

  public static List<String> fields(RecordLayout layout) {
    return fields(layout.fieldPrefix(), layout.fieldCount());
  }

  @Override
  public final void cleanup() {
    if (connection != null) {
      connection.close();
      connection = null;
    }
  }

  @Override
  public final Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    return run(
        open -> {
          Prepared read = open.prepared(Operation.READ, table, fields);
          read.statement().setString(1, key);
          try (ResultSet rows = read.statement().executeQuery()) {
            if (!rows.next()) {
              return Status.NOT_FOUND;
            }
            copy(rows, read, fields, result);
            return Status.OK;
          }
        });
  }

  @Override
  public final Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return run(
        open -> {
          Prepared scan = open.prepared(Operation.SCAN, table, fields);
          scan.statement().setString(1, startKey);
          scan.statement().setInt(2, count);
          try (ResultSet rows = scan.statement().executeQuery()) {
            while (rows.next()) {
              HashMap<String, ByteIterator> record = new HashMap<>();
              copy(rows, scan, fields, record);
              result.add(record);
            }
          }
          return Status.OK;
        });
  }

  @Override
  public final Status update(String table, String key, Map<String, ByteIterator> values) {
    if (values.isEmpty()) {
      return read(table, key, Set.of(), new HashMap<>());
    }
    return run(
        open -> {
          Prepared update = open.prepared(Operation.UPDATE, table, values.keySet());
          int last = bind(update, 1, values);
          update.statement().setString(last, key);
          return update.statement().executeUpdate() == 0 ? Status.NOT_FOUND : Status.OK;
        });
  }

  @Override
  public final Status insert(String table, String key, Map<String, ByteIterator> values) {
    return run(
        open -> {
          Prepared insert = open.prepared(Operation.INSERT, table, null);
          insert.statement().setString(1, key);
          bind(insert, 2, values);
          return insert.statement().executeUpdate() > 0 ? Status.OK : Status.UNEXPECTED_STATE;
        });
  }

  @Override
  public final Status delete(String table, String key) {
    return run(
        open -> {
          Prepared delete = open.prepared(Operation.DELETE, table, null);
          delete.statement().setString(1, key);
          return delete.statement().executeUpdate() == 0 ? Status.NOT_FOUND : Status.OK;
        });
  }

  private Status run(Action action) {
    try {
      return action.run(connection());
    } catch (SQLException failure) {
      if (connection != null && dialect.endsConnection(failure)) {
        cleanup();
      } else if (connection != null && dialect.staleSchema(failure)) {
        connection.forget();
      }
      return dialect.status(failure);
    } catch (RuntimeException failure) {
      // A statement may be half sent, so this connection is of no more use.
      cleanup();
      return dialect.status(failure);
    }
  }

  private OpenConnection connection() throws SQLException {
    if (connection == null) {
      connection = new OpenConnection(url.connect(), dialect, declared);
    }
    return connection;
  }

  /** Sets the fields' parameters, and returns the number of the first parameter after them. */
  private static int bind(Prepared write, int first, Map<String, ByteIterator> values)
      throws SQLException {
    PreparedStatement statement = write.statement();
    int parameter = first;
    int own = 0;
    for (String column : write.columns()) {
      ByteIterator value = values.get(column);
      statement.setBytes(parameter++, value == null ? null : value.toArray());
      own += value == null ? 0 : 1;
    }
    if (write.others()) {
      String others = own == values.size() ? null : others(write.columns(), values);
      statement.setString(parameter++, others);
    }
    return parameter;
  }

  private static String others(List<String> columns, Map<String, ByteIterator> values) {
    Map<String, byte[]> others = new LinkedHashMap<>();
    values.forEach(
        (name, value) -> {
          if (!columns.contains(name)) {
            others.put(name, value.toArray());
          }
        });
    return SqlTable.json(others);
  }

  private static void copy(
      ResultSet row, Prepared read, Set<String> fields, Map<String, ByteIterator> result)
      throws SQLException {
    int column = 1;
    for (String field : read.columns()) {
      byte[] value = row.getBytes(column++);
      if (value != null) {
        result.put(field, new ByteArrayByteIterator(value));
      }
    }
    String others = read.others() ? row.getString(column) : null;
    if (others != null) {
      SqlTable.others(others)
          .forEach(
              (name, value) -> {
                if (fields == null || fields.contains(name)) {
                  result.put(name, new ByteArrayByteIterator(value));
                }
              });
    }
  }

  /** One connection and the statements prepared on it. Not thread-safe. */
  private static final class OpenConnection implements AutoCloseable {
    private final Connection connection;
    private final Dialect dialect;
    private final List<String> declared;
    private final Map<String, SqlTable> tables = new HashMap<>();
    private final Map<Shape, Prepared> statements = new LinkedHashMap<>(16, 0.75f, true);

    OpenConnection(Connection connection, Dialect dialect, List<String> declared) {
      this.connection = connection;
      this.dialect = dialect;
      this.declared = declared;
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
          fields == null
              ? table.fields()
              : table.fields().stream().filter(fields::contains).toList();
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
}
