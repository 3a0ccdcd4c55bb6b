package org.pmemycsb.adapter.support.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.stream.IntStream;
import org.pmemycsb.adapter.support.sql.SqlSession.Operation;
import org.pmemycsb.adapter.support.sql.SqlSession.Prepared;
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
  private interface Action {
    Status run(SqlSession session) throws SQLException;
  }

  private final Dialect dialect;
  private final SqlFailures failures;
  private final SqlUrl.Kind kind;
  private SqlUrl url;
  private List<String> declared = List.of();
  private SqlSession session;

  /**
   * A client that is not connected yet.
   *
   * @param kind finds the database in YCSB's properties
   */
  protected SqlClient(Dialect dialect, SqlFailures failures, SqlUrl.Kind kind) {
    this.dialect = dialect;
    this.failures = failures;
    this.kind = kind;
  }

  @Override
  public final void init() throws DBException {
    Properties properties = getProperties();
    url = kind.from(properties);
    declared = declaredFields(properties);
    String table =
        properties.getProperty(
            CoreWorkload.TABLENAME_PROPERTY, CoreWorkload.TABLENAME_PROPERTY_DEFAULT);
    try {
      session().table(table);
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
    if (session != null) {
      session.close();
      session = null;
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
      return action.run(session());
    } catch (SQLException failure) {
      if (session != null && failures.endsConnection(failure)) {
        cleanup();
      } else if (session != null && failures.staleSchema(failure)) {
        session.forget();
      }
      return failures.status(failure);
    } catch (RuntimeException failure) {
      // A statement may be half sent, so this connection is of no more use.
      cleanup();
      return failures.status(failure);
    }
  }

  private SqlSession session() throws SQLException {
    if (session == null) {
      session = new SqlSession(url.connect(), dialect, declared);
    }
    return session;
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
    return OtherFields.encode(others);
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
      OtherFields.decode(others)
          .forEach(
              (name, value) -> {
                if (fields == null || fields.contains(name)) {
                  result.put(name, new ByteArrayByteIterator(value));
                }
              });
    }
  }
}
