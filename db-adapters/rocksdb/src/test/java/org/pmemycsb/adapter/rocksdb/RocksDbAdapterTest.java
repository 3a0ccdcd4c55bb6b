package org.pmemycsb.adapter.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

class RocksDbAdapterTest {
  private final RocksDbAdapter adapter = new RocksDbAdapter();

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "none, disableWAL=true sync=false",
    "periodic, disableWAL=false sync=false",
    "commit, disableWAL=false sync=true"
  })
  void durabilityIsReadFromWhatAWriteDoes(String level, String settings) throws Exception {
    try (DatabaseServer server = open(Durability.of(level), Map.of())) {
      assertThat(server.effectiveDurability().id()).isEqualTo(level);
      assertThat(server.durabilitySettings()).hasValue(settings);
      assertThat(server.recordCount()).as("what asking leaves behind").hasValue(0);
    }
  }

  @Test
  void aFailureHasItsCause() throws Exception {
    try (DatabaseServer server = open(Durability.COMMIT, Map.of())) {
      RocksDbStore store = store();
      store.put("user1".getBytes(), new byte[] {99, 99}, 2);
      store.close();
      RocksDbAdapter.Client client = client(server);
      Status status = client.read("t", "user1", null, new HashMap<>());
      client.cleanup();
      assertThat(status.getName()).isEqualTo("ERROR");
      assertThat(status.getDescription()).contains("record");
    }
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void countersSayHowOftenTheLogWasSynced(Durability durability) throws Exception {
    try (DatabaseServer server = open(durability, Map.of())) {
      RocksDbAdapter.Client client = client(server);
      for (int i = 0; i < 50; i++) {
        client.insert("t", "user" + i, Map.of("f", text("a")));
      }
      client.cleanup();
      Map<String, Long> counters = server.statistics();
      assertThat(counters).containsEntry("number_keys_written", 50L);
      assertThat(counters.get("bytes_on_medium")).isPositive();
      long syncs = counters.get("wal_file_synced");
      switch (durability) {
        case NONE -> assertThat(syncs).isZero();
        case PERIODIC -> {
          assertThat(syncs).isPositive().isLessThan(50);
          assertThat(counters.get("background_syncs")).isPositive();
        }
        case COMMIT -> assertThat(syncs).isGreaterThanOrEqualTo(50);
      }
    }
  }

  @Test
  void optionsReachTheStore() throws Exception {
    Map<String, String> options = Map.of("compression", "zstd", "cache", "3MiB");
    try (DatabaseServer server = open(Durability.COMMIT, options)) {
      assertThat(server.configuration().get("rocksdb-options.txt"))
          .contains("  compression=kZSTD")
          .contains("disableWAL=false sync=true");
      assertThat(server.clientProperties()).containsEntry("rocksdb.cache", "3MiB");
    }
  }

  @Test
  void clientsOfOneStoreMustAgree() throws Exception {
    try (DatabaseServer server = open(Durability.COMMIT, Map.of())) {
      RocksDbAdapter.Client first = client(server);
      RocksDbAdapter.Client second = new RocksDbAdapter.Client();
      Properties other = server.clientProperties();
      other.setProperty("rocksdb.durability", "none");
      second.setProperties(other);
      assertThatThrownBy(second::init).hasMessageContaining("rocksdb.durability=commit");
      first.cleanup();
    }
  }

  private DatabaseServer open(Durability durability, Map<String, String> options)
      throws DatabaseException {
    return adapter.open(
        new ServerSettings(
            folder,
            Medium.DISK,
            durability,
            new RecordLayout(100, 20, 1, 100),
            false,
            2,
            Optional.empty(),
            new LocalHost(),
            command -> {
              throw new AssertionError("RocksDB has no process");
            },
            options));
  }

  /** The store of the database, open in this process beside any client. */
  private RocksDbStore store() throws Exception {
    return new RocksDbStore(
        folder.resolve("store"), Optional.empty(), Durability.COMMIT, null, null, null, false);
  }

  private static RocksDbAdapter.Client client(DatabaseServer server) throws DBException {
    RocksDbAdapter.Client client = new RocksDbAdapter.Client();
    client.setProperties(server.clientProperties());
    client.init();
    return client;
  }

  private static ByteIterator text(String text) {
    return new StringByteIterator(text);
  }
}
