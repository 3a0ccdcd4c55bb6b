package org.pmemycsb.adapter.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.StringByteIterator;

class SqliteAdapterTest {
  private final SqliteAdapter adapter = new SqliteAdapter();

  @TempDir Path folder;

  @Test
  void theVersionNamesTheJournalAndTheDriver() throws Exception {
    assertThat(adapter.probe(new LocalHost()).detail())
        .matches("SQLite 3\\.[\\d.]+ \\(WAL, JDBC driver 3\\.[\\d.]+\\)");
  }

  @ParameterizedTest
  @CsvSource({"none, 0", "periodic, 1", "commit, 2"})
  void durabilityIsReadFromAConnection(String level, int synchronous) throws Exception {
    try (DatabaseServer server = open(Durability.of(level), Map.of())) {
      assertThat(server.effectiveDurability().id()).isEqualTo(level);
      assertThat(server.durabilitySettings())
          .hasValue("journal_mode=wal synchronous=" + synchronous);
      assertThat(server.configuration().get("sqlite-options.txt"))
          .contains("journal_mode = wal\n", "synchronous = " + synchronous + "\n")
          .contains("busy_timeout = 60000\n");
    }
  }

  @Test
  void countersCountRowsAndSyncs() throws Exception {
    try (DatabaseServer server = open(Durability.PERIODIC, Map.of())) {
      SqliteAdapter.Client client = client(server);
      for (int i = 0; i < 50; i++) {
        client.insert("t", "user" + i, Map.of("f", text("a")));
      }
      client.insert("t", "user1", Map.of("f", text("b")));
      client.cleanup();
      assertThat(server.statistics())
          .containsEntry("rows_changed", 51L)
          .hasEntrySatisfying("background_syncs", syncs -> assertThat(syncs).isBetween(1L, 50L))
          .hasEntrySatisfying("bytes_on_medium", bytes -> assertThat(bytes).isPositive());
    }
  }

  @Test
  void aLogThatCannotBeSyncedIsReportedAtTheEnd() throws Exception {
    try (DatabaseServer server = open(Durability.PERIODIC, Map.of())) {
      SqliteAdapter.Client client = client(server);
      client.insert("t", "user1", Map.of("f", text("a")));
      Files.delete(folder.resolve("store/records.db-wal"));
      // Whether a sync has failed already or not.
      client.insert("t", "user2", Map.of("f", text("a")));
      assertThatThrownBy(client::cleanup)
          .isInstanceOf(DBException.class)
          .hasMessageMatching("sqlite: [^\\n]*sync [^\\n]*" + folder + "/store [^\\n]+");
      client.cleanup();
    }
  }

  @Test
  void anInterruptDoesNotStopTheLastSync() throws Exception {
    try (DatabaseServer server = open(Durability.PERIODIC, Map.of())) {
      SqliteAdapter.Client client = client(server);
      client.insert("t", "user1", Map.of("f", text("a")));
      Thread.currentThread().interrupt();
      client.cleanup();
      assertThat(Thread.interrupted()).isTrue();
      assertThat(server.statistics()).containsEntry("background_syncs", 1L);
    }
  }

  @Test
  void theCacheIsThatOfEachConnection() throws Exception {
    try (DatabaseServer server = open(Durability.COMMIT, Map.of("cache", "3MiB"))) {
      assertThat(server.configuration().get("sqlite-options.txt")).contains("cache_size = -3072\n");
    }
    try (DatabaseServer server = open(Durability.COMMIT, Map.of())) {
      assertThat(server.configuration().get("sqlite-options.txt")).contains("cache_size = -2000\n");
    }
  }

  @Test
  void withinABudgetAllConnectionsHaveAQuarterOfIt() throws Exception {
    try (DatabaseServer server =
        adapter.open(settings(folder, Durability.COMMIT, Map.of(), OptionalLong.of(64 << 20)))) {
      assertThat(server.clientProperties()).containsEntry("sqlite.cache", "" + (8 << 20));
    }
  }

  private DatabaseServer open(Durability durability, Map<String, String> options)
      throws DatabaseException {
    return adapter.open(settings(folder, durability, options, OptionalLong.empty()));
  }

  private static ServerSettings settings(
      Path folder, Durability durability, Map<String, String> options, OptionalLong memory) {
    return new ServerSettings(
        new ServerSettings.DataFolder(folder, Medium.DISK),
        durability,
        new RecordLayout(100, 20, 1, 100),
        new ServerSettings.Clients(2, true, Optional.empty()),
        Optional.empty(),
        new LocalHost(),
        command -> {
          throw new AssertionError("SQLite has no process");
        },
        options,
        memory,
        Optional.empty(),
        ServerSettings.USUAL_PATIENCE);
  }

  private static SqliteAdapter.Client client(DatabaseServer server) throws DBException {
    SqliteAdapter.Client client = new SqliteAdapter.Client();
    client.setProperties(server.clientProperties());
    client.init();
    return client;
  }

  private static ByteIterator text(String text) {
    return new StringByteIterator(text);
  }
}
