package org.pmemycsb.adapter.lmdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
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
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

class LmdbAdapterTest {
  private static final RecordLayout LAYOUT = new RecordLayout(100, 20, 1, 100);

  private final LmdbAdapter adapter = new LmdbAdapter();

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "none, MDB_NOSYNC",
    "periodic, MDB_NOMETASYNC",
    "commit, neither MDB_NOSYNC nor MDB_NOMETASYNC"
  })
  void durabilityIsReadFromTheOpenEnvironment(String level, String settings) throws Exception {
    try (DatabaseServer server = open(Durability.of(level), LAYOUT, Map.of())) {
      assertThat(server.effectiveDurability().id()).isEqualTo(level);
      assertThat(server.durabilitySettings()).hasValue(settings);
      assertThat(server.configuration().get("lmdb-options.txt"))
          .contains("(" + settings + ")", "mapSize = 1073741824");
    }
  }

  @Test
  void countersCountTransactions() throws Exception {
    try (DatabaseServer server = open(Durability.PERIODIC, LAYOUT, Map.of())) {
      LmdbAdapter.Client client = client(server);
      for (int i = 0; i < 50; i++) {
        client.insert("t", "user" + i, Map.of("f", text("a")));
      }
      client.cleanup();
      assertThat(server.statistics())
          .containsEntry("write_transactions", 50L)
          .hasEntrySatisfying("background_syncs", syncs -> assertThat(syncs).isBetween(1L, 49L))
          .hasEntrySatisfying("bytes_on_medium", bytes -> assertThat(bytes).isPositive());
    }
  }

  @Test
  void fullMapIsAnErrorAndWhatIsThereStays() throws Exception {
    try (DatabaseServer server = open(Durability.NONE, LAYOUT, Map.of("mapSize", "1MiB"))) {
      LmdbAdapter.Client client = client(server);
      Status last = Status.OK;
      int stored = -1;
      while (last.isOk()) {
        stored++;
        last =
            client.insert(
                "t", "user" + stored, Map.of("f", new ByteArrayByteIterator(new byte[10_000])));
      }
      assertThat(last.getName()).isEqualTo(Status.ERROR.getName());
      assertThat(last.getDescription()).contains("mapSize");
      client.cleanup();
      assertThat(server.recordCount()).hasValue(stored);
    }
  }

  @Test
  void aMapThatIsTooSmallIsRefused() {
    assertThatThrownBy(() -> open(Durability.COMMIT, LAYOUT, Map.of("mapSize", "4096")))
        .isInstanceOf(DatabaseException.class)
        .hasMessageMatching("lmdb option mapSize=4096 [^\\n]* 100 records[^\\n]* mapSize=[^\\n]+");
  }

  @Test
  void mapGrowsWithTheLayout() throws Exception {
    RecordLayout large = new RecordLayout(1_000_000, 20, 10, 1000);
    try (DatabaseServer server = open(Durability.COMMIT, large, Map.of())) {
      assertThat(Long.parseLong(server.clientProperties().getProperty("lmdb.mapSize")))
          .isGreaterThan(40_000_000_000L);
      assertThat(server.statistics().get("bytes_on_medium")).isLessThan(10_000_000L);
    }
  }

  @Test
  void storeThatCannotBeOpenedIsRefusedInOneLine() throws Exception {
    try (DatabaseServer server = open(Durability.COMMIT, LAYOUT, Map.of())) {
      Path data = folder.resolve("store/data.mdb");
      Files.writeString(data, "not LMDB's".repeat(1000));
      assertThatThrownBy(() -> client(server))
          .isInstanceOf(DBException.class)
          .hasMessageMatching("lmdb: .*" + folder + "/store: [^\\n]+");
      Files.delete(data);
      assertThatThrownBy(server::recordCount)
          .isInstanceOf(DatabaseException.class)
          .hasMessageMatching("lmdb: .*" + folder + "/store: .*data.mdb");
    }
  }

  private DatabaseServer open(
      Durability durability, RecordLayout layout, Map<String, String> options)
      throws DatabaseException {
    return adapter.open(
        new ServerSettings(
            folder,
            Medium.DISK,
            durability,
            layout,
            false,
            2,
            Optional.empty(),
            new LocalHost(),
            command -> {
              throw new AssertionError("LMDB has no process");
            },
            options));
  }

  private static LmdbAdapter.Client client(DatabaseServer server) throws DBException {
    LmdbAdapter.Client client = new LmdbAdapter.Client();
    client.setProperties(server.clientProperties());
    client.init();
    return client;
  }

  private static ByteIterator text(String text) {
    return new StringByteIterator(text);
  }
}
