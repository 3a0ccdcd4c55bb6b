package org.pmemycsb.adapter.sqlite;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.pmemycsb.adapter.inprocess.LocalStore;
import org.pmemycsb.adapter.inprocess.client.ByteSize;
import org.pmemycsb.adapter.inprocess.client.RecordStore;
import org.pmemycsb.spi.Durability;
import org.sqlite.JDBC;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteJDBCLoader;

/**
 * An open SQLite database in WAL mode. Each client has a connection of its own, and each write is a
 * transaction.
 *
 * <p>Durability: none is synchronous=OFF; nothing is ever synced. Periodic is synchronous=NORMAL: a
 * commit writes the log to the kernel, and the caller syncs the log by {@link #sync}. SQLite alone
 * would sync it no earlier than at the next checkpoint, which may never come. Commit is
 * synchronous=FULL, which syncs the log in each commit.
 */
final class SqliteStore implements LocalStore {
  static final String FILE = "records.db";

  /**
   * How long a writer waits for others before it fails. SQLite has no queue of writers: each sleeps
   * and tries again, and some are unlucky for long.
   */
  private static final int BUSY_MILLIS = 60_000;

  private static final int BYTES_IN_UNIT_OF_CACHE = 1024;

  /**
   * A table with row numbers and an index of its keys, as users make it. Without row numbers a
   * record of more than a quarter of a page would be split.
   */
  private static final String TABLE =
      "CREATE TABLE records (key BLOB PRIMARY KEY NOT NULL, value BLOB NOT NULL)";

  private static final List<String> SETTINGS =
      List.of(
          "journal_mode",
          "synchronous",
          "wal_autocheckpoint",
          "page_size",
          "cache_size",
          "mmap_size",
          "busy_timeout",
          "locking_mode",
          "auto_vacuum");

  private final Path folder;
  private final Durability durability;
  private final String cache;
  private final AtomicLong rowsChanged = new AtomicLong();

  /** Keeps the log between two clients, and answers questions about settings. */
  private final Connection own;

  /**
   * @param cache size of the page cache of each connection; null for the default
   */
  SqliteStore(Path folder, Durability durability, String cache, boolean create) throws Exception {
    this.folder = folder;
    this.durability = durability;
    this.cache = cache;
    if (!create && !Files.exists(folder.resolve(FILE))) {
      throw new IOException("there is no " + FILE);
    }
    own = connect();
    try {
      if (create) {
        try (Statement statement = own.createStatement()) {
          statement.execute(TABLE);
        }
      }
      // Makes the log if there is none.
      ask("SELECT count(*) FROM sqlite_schema");
      if (durability == Durability.PERIODIC) {
        // A synced log is lost if its name in the folder is lost.
        try (FileChannel names = FileChannel.open(folder)) {
          names.force(true);
        }
      }
    } catch (IOException | SQLException failure) {
      own.close();
      throw failure;
    }
  }

  static String version() throws SQLException {
    try (Connection memory = new JDBC().connect(JDBC.PREFIX + ":memory:", new Properties())) {
      return "SQLite %s (WAL, JDBC driver %s)"
          .formatted(ask(memory, "SELECT sqlite_version()"), SQLiteJDBCLoader.getVersion());
    }
  }

  private Connection connect() throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout(BUSY_MILLIS);
    config.setJournalMode(JournalMode.WAL);
    config.setSynchronous(
        switch (durability) {
          case NONE -> SynchronousMode.OFF;
          case PERIODIC -> SynchronousMode.NORMAL;
          case COMMIT -> SynchronousMode.FULL;
        });
    if (cache != null) {
      // SQLite takes a negative number for KiB.
      config.setCacheSize(
          (int) -Math.min(Integer.MAX_VALUE, ByteSize.parse(cache) / BYTES_IN_UNIT_OF_CACHE));
    }
    return new JDBC().connect(JDBC.PREFIX + folder.resolve(FILE), config.toProperties());
  }

  private static String ask(Connection connection, String question) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery(question)) {
      return answer.next() ? answer.getString(1) : "";
    }
  }

  private String ask(String question) throws SQLException {
    return ask(own, question);
  }

  @Override
  public RecordStore session() throws SQLException {
    return new SqliteSession(connect(), rowsChanged);
  }

  /** Asks over a connection that is opened as those of the clients are. */
  @Override
  public Durability durability() throws SQLException {
    String journal = ask("PRAGMA journal_mode");
    if (!journal.equals("wal")) {
      throw new SQLException("its journal_mode is " + journal + ", not wal");
    }
    return switch (ask("PRAGMA synchronous")) {
      case "0" -> Durability.NONE;
      case "1" -> Durability.PERIODIC;
      default -> Durability.COMMIT;
    };
  }

  @Override
  public String durabilitySettings() throws SQLException {
    return "journal_mode="
        + ask("PRAGMA journal_mode")
        + " synchronous="
        + ask("PRAGMA synchronous");
  }

  @Override
  public String configuration() throws SQLException {
    StringBuilder text = new StringBuilder();
    for (String setting : SETTINGS) {
      text.append(setting).append(" = ").append(ask("PRAGMA " + setting)).append('\n');
    }
    return text.toString();
  }

  @Override
  public long count() throws SQLException {
    return Long.parseLong(ask("SELECT count(*) FROM records"));
  }

  /** SQLite holds no lock of the log's file, so closing the file here takes none from it. */
  @Override
  public void sync() throws IOException {
    try (FileChannel log =
        FileChannel.open(folder.resolve(FILE + "-wal"), StandardOpenOption.WRITE)) {
      log.force(false);
    }
  }

  @Override
  public Map<String, Long> statistics() {
    return Map.of("rows_changed", rowsChanged.get());
  }

  @Override
  public void close() {
    try {
      own.close();
    } catch (SQLException failure) {
      throw new IllegalStateException("cannot close: " + failure.getMessage(), failure);
    }
  }

  /**
   * The connection of one client, with a prepared statement for each operation. It commits by
   * itself after each of them. A result is closed at once: while it is open, the log cannot start
   * anew.
   */
  private static final class SqliteSession implements RecordStore {
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
}
