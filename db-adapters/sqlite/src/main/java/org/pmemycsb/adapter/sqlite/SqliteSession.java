package org.pmemycsb.adapter.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.pmemycsb.adapter.inprocess.client.RecordStore;

/**
 * The connection of one client, with a prepared statement for each operation. It commits by itself
 * after each of them. A result is closed at once: while it is open, the log cannot start anew.
 */
final class SqliteSession implements RecordStore {
  private final Connection connection;
  private final AtomicLong rowsChanged;
  private final PreparedStatement get;
  private final PreparedStatement put;
  private final PreparedStatement replace;
  private final PreparedStatement remove;
  private final PreparedStatement scan;

  /**
   * Takes over a connection.
   *
   * @param rowsChanged gets the rows that this client has written or removed when it leaves
   */
  SqliteSession(Connection connection, AtomicLong rowsChanged) throws SQLException {
    this.connection = connection;
    this.rowsChanged = rowsChanged;
    try {
      get = connection.prepareStatement("SELECT value FROM records WHERE key = ?");
      // INSERT OR REPLACE would remove a row and make a new one.
      put =
          connection.prepareStatement(
              "INSERT INTO records (key, value) VALUES (?, ?)"
                  + " ON CONFLICT (key) DO UPDATE SET value = excluded.value");
      replace = connection.prepareStatement("UPDATE records SET value = ? WHERE key = ?");
      remove = connection.prepareStatement("DELETE FROM records WHERE key = ?");
      scan =
          connection.prepareStatement(
              "SELECT value FROM records WHERE key >= ? ORDER BY key LIMIT ?");
    } catch (SQLException failure) {
      connection.close();
      throw failure;
    }
  }

  @Override
  public int get(byte[] key, byte[] buffer) throws SQLException {
    get.setBytes(1, key);
    try (ResultSet found = get.executeQuery()) {
      if (!found.next()) {
        return -1;
      }
      byte[] value = found.getBytes(1);
      System.arraycopy(value, 0, buffer, 0, Math.min(value.length, buffer.length));
      return value.length;
    }
  }

  @Override
  public void put(byte[] key, byte[] value, int length) throws SQLException {
    put.setBytes(1, key);
    put.setBytes(2, Arrays.copyOf(value, length));
    put.executeUpdate();
  }

  @Override
  public boolean replace(byte[] key, byte[] value, int length) throws SQLException {
    replace.setBytes(1, Arrays.copyOf(value, length));
    replace.setBytes(2, key);
    return replace.executeUpdate() > 0;
  }

  @Override
  public boolean remove(byte[] key) throws SQLException {
    remove.setBytes(1, key);
    return remove.executeUpdate() > 0;
  }

  @Override
  public void scan(byte[] from, int count, Values values) throws SQLException {
    scan.setBytes(1, from);
    scan.setInt(2, count);
    try (ResultSet found = scan.executeQuery()) {
      while (found.next()) {
        values.accept(found.getBytes(1));
      }
    }
  }

  @Override
  public void leave() {
    try (connection;
        ResultSet changes = connection.createStatement().executeQuery("SELECT total_changes()")) {
      rowsChanged.addAndGet(changes.getLong(1));
    } catch (SQLException failure) {
      throw new IllegalStateException("cannot close: " + failure.getMessage(), failure);
    }
  }
}
