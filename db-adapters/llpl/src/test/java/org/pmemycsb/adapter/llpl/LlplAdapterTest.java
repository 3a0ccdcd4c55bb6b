package org.pmemycsb.adapter.llpl;

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
import site.ycsb.DBException;
import site.ycsb.Status;

class LlplAdapterTest {
  private static final RecordLayout LAYOUT = new RecordLayout(100, 20, 1, 100);

  private final LlplAdapter adapter = new LlplAdapter();

  @TempDir Path folder;

  @Test
  void itNamesItsVersion() throws Exception {
    assertThat(adapter.probe(new LocalHost()).detail()).isEqualTo("LLPL 1.2.0");
    try (DatabaseServer server = open(LAYOUT, Map.of())) {
      assertThat(server.effectiveDurability()).isEqualTo(Durability.COMMIT);
      assertThat(server.configuration().get("llpl-options.txt"))
          .contains("heap = TransactionalHeap", "size = ");
    }
  }

  /** In ascending order, and each record is then replaced twice. */
  @ParameterizedTest
  @CsvSource({"20000, 8, 1", "20000, 23, 100", "5000, 32, 1024", "500, 100, 65536"})
  void theHeapHasRoomForTheRecords(int records, int keyBytes, int valueBytes) throws Exception {
    RecordLayout layout = new RecordLayout(records, keyBytes, 1, valueBytes);
    try (DatabaseServer server = open(layout, Map.of())) {
      LlplClient client = client(server);
      for (int round = 0; round < 3; round++) {
        for (int i = 0; i < records; i++) {
          String key = ("%0" + keyBytes + "d").formatted(i);
          assertThat(client.insert("t", key, record(valueBytes))).isSameAs(Status.OK);
        }
      }
      client.cleanup();
      assertThat(server.recordCount()).hasValue(records);
    }
  }

  @Test
  void aFullHeapIsAnErrorAndWhatIsThereStays() throws Exception {
    try (DatabaseServer server = open(LAYOUT, Map.of())) {
      LlplClient client = client(server);
      Status last = Status.OK;
      int stored = -1;
      while (last.isOk()) {
        stored++;
        last = client.insert("t", "user" + stored, record(100_000));
      }
      assertThat(last.getName()).isEqualTo(Status.ERROR.getName());
      assertThat(last.getDescription()).contains("Failed to allocate");
      client.cleanup();
      assertThat(server.recordCount()).hasValue(stored);
    }
  }

  @Test
  void aHeapThatIsTooSmallIsRefused() {
    assertThat(new LlplAdapter().sizeOptions()).containsExactly("size");
    assertThatThrownBy(() -> open(LAYOUT, Map.of("size", "4096")))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("size=4096 cannot hold 100 records")
        .hasMessageMatching("[^\\n]+");
  }

  @Test
  void aHeapThatCannotBeOpenedIsRefusedInOneLine() throws Exception {
    try (DatabaseServer server = open(LAYOUT, Map.of())) {
      Path heap = folder.resolve("store/heap");
      Files.writeString(heap, "no heap of LLPL".repeat(1000));
      assertThatThrownBy(() -> client(server))
          .isInstanceOf(DBException.class)
          .hasMessageMatching("llpl: cannot open " + folder + "/store: [^\\n]+");
      Files.delete(heap);
      assertThatThrownBy(server::recordCount)
          .isInstanceOf(DatabaseException.class)
          .hasMessage("llpl: cannot open " + folder + "/store: there is no heap");
    }
  }

  private DatabaseServer open(RecordLayout layout, Map<String, String> options)
      throws DatabaseException {
    return adapter.open(
        new ServerSettings(
            folder,
            Medium.TMPFS,
            Durability.COMMIT,
            layout,
            false,
            2,
            Optional.empty(),
            new LocalHost(),
            command -> {
              throw new AssertionError("LLPL has no process");
            },
            options));
  }

  private static LlplClient client(DatabaseServer server) throws DBException {
    LlplClient client = new LlplClient();
    client.setProperties(server.clientProperties());
    client.init();
    return client;
  }

  private static Map<String, site.ycsb.ByteIterator> record(int bytes) {
    return Map.of("f", new ByteArrayByteIterator(new byte[bytes]));
  }
}
