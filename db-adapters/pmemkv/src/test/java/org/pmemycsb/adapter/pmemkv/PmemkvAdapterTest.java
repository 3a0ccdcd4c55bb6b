package org.pmemycsb.adapter.pmemkv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.ProcessStarter;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.RandomByteIterator;
import site.ycsb.Status;

class PmemkvAdapterTest {
  private static final RecordLayout LAYOUT = new RecordLayout(5000, 32, 1, 1024);

  private static final ProcessStarter NO_PROCESS =
      command -> {
        throw new IOException("pmemkv has no process to start");
      };

  private final DatabaseAdapter adapter = new PmemkvAdapter();
  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    Path memory = Path.of("/dev/shm");
    folder =
        Files.isWritable(memory)
            ? Files.createTempDirectory(memory, "pmem-ycsb")
            : Files.createTempDirectory("pmem-ycsb");
  }

  /** Also checks that nothing was left behind: only an empty folder can be removed like this. */
  @AfterEach
  void removeFolder() throws IOException {
    Files.delete(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cmap", "stree"})
  void poolHoldsTheWholeLayoutAndRewritesOfAllOfIt(String engine) throws Exception {
    try (DatabaseServer server = adapter.open(settings(Durability.COMMIT, "engine", engine))) {
      DB client = client(server);
      for (int round = 0; round < 4; round++) {
        for (int i = 0; i < LAYOUT.maxRecords(); i++) {
          assertThat(client.insert("usertable", key(i), record(1024))).isSameAs(Status.OK);
        }
      }
      client.cleanup();
      assertThat(server.recordCount()).isEqualTo(OptionalLong.of(LAYOUT.maxRecords()));
    }
  }

  @Test
  void clientDoesNotMakeAPoolThatWentAway() throws Exception {
    DatabaseServer server = adapter.open(settings(Durability.COMMIT));
    server.close();
    assertThatExceptionOfType(DBException.class)
        .isThrownBy(() -> client(server))
        .withMessageContaining("no such");
    assertThatExceptionOfType(DatabaseException.class).isThrownBy(server::recordCount);
    assertThatExceptionOfType(DatabaseException.class).isThrownBy(server::effectiveDurability);
  }

  @Test
  void defaultEngineIsTheConcurrentOneOfTheDurability() throws Exception {
    try (DatabaseServer server = adapter.open(settings(Durability.COMMIT))) {
      assertThat(server.version()).contains("libpmemkv.so").endsWith("engine cmap");
      assertThat(server.effectiveDurability()).isEqualTo(Durability.COMMIT);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "cmap, false, COMMIT",
    "stree, true, COMMIT",
    "vcmap, false, NONE",
    "vsmap, true, NONE",
  })
  void engineThatIsNamedHasOneDurability(String engine, boolean scans, Durability durability) {
    Traits traits = adapter.traits(Map.of("engine", engine));
    assertThat(traits.has(Trait.SCANS)).isEqualTo(scans);
    assertThat(traits.durabilities()).containsExactly(durability);
  }

  @Test
  void withoutANamedEngineBothDurabilitiesAreThere() {
    for (Map<String, String> options : List.of(Map.<String, String>of(), Map.of("engine", "x"))) {
      assertThat(adapter.traits(options).has(Trait.SCANS)).isFalse();
      assertThat(adapter.traits(options).durabilities())
          .containsExactly(Durability.NONE, Durability.COMMIT);
    }
  }

  @Test
  void sizeThatIsTooSmallIsRefusedWithOneThatIsTaken() throws Exception {
    DatabaseException refusal = null;
    try {
      adapter.open(settings(Durability.COMMIT, "size", "8MiB"));
    } catch (DatabaseException e) {
      refusal = e;
    }
    assertThat(refusal).hasMessageContaining("cannot hold 5000 records");
    String enough = refusal.getMessage().replaceFirst(".*size=", "");
    try (DatabaseServer server = adapter.open(settings(Durability.COMMIT, "size", enough))) {
      assertThat(server.recordCount()).isEqualTo(OptionalLong.of(0));
    }
  }

  @Test
  void longNamesOfFieldsNeedALargerPool() throws Exception {
    long usual = bytes(new RecordLayout(5000, 32, 10, 100));
    assertThat(bytes(new RecordLayout(5000, 32, 10, 100, "n".repeat(100))))
        .isGreaterThan(usual + 5000 * 10 * 90);
  }

  private long bytes(RecordLayout layout) throws DatabaseException {
    return PmemkvPools.bytes(
        "cmap", settings(Medium.TMPFS, Durability.COMMIT, layout, Map.of()), false);
  }

  @Test
  void sizeThatIsGivenIsTheSizeOfThePool() throws Exception {
    assertThat(adapter.options()).extracting(Option::form).contains(Option.Form.SIZE);
    try (DatabaseServer server = adapter.open(settings(Durability.COMMIT, "size", "100 MiB"))) {
      Path store = Path.of(server.clientProperties().getProperty("pmemkv.path"));
      assertThat(Files.size(store.resolve("pool"))).isEqualTo(100 << 20);
    }
  }

  @Test
  void poolThatDoesNotFitTheMediumIsRefused() {
    RecordLayout huge = new RecordLayout(1L << 40, 32, 1, 1024);
    ServerSettings settings = settings(Medium.TMPFS, Durability.COMMIT, huge, Map.of());
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> adapter.open(settings))
        .withMessageContaining(folder.toString())
        .withMessageContaining("free");
  }

  @ParameterizedTest
  @CsvSource({"9223372036854775807, 1024", "10, 2147483647"})
  void recordsThatNoPoolCanHoldAreRefused(long records, int fieldBytes) {
    RecordLayout impossible = new RecordLayout(records, 32, 1, fieldBytes);
    ServerSettings settings = settings(Medium.TMPFS, Durability.COMMIT, impossible, Map.of());
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> adapter.open(settings))
        .withMessageContaining(" " + records + " records");
  }

  @ParameterizedTest
  @EnumSource(Medium.class)
  void libpmemIsToldTheTruthAboutTheMedium(Medium medium) throws Exception {
    ServerSettings settings = settings(medium, Durability.COMMIT, LAYOUT, Map.of());
    try (DatabaseServer server = adapter.open(settings)) {
      String force = server.clientEnvironment().get("PMEM_IS_PMEM_FORCE");
      switch (medium) {
        case TMPFS -> assertThat(force).isEqualTo("1");
        case DISK -> assertThat(force).isEqualTo("0");
        case DAX -> assertThat(force).isNull();
      }
      assertThat(server.clientEnvironment()).containsEntry("PMEM_NO_FLUSH", "0");
    }
  }

  private ServerSettings settings(Durability durability, String... option) {
    return settings(
        Medium.TMPFS,
        durability,
        LAYOUT,
        option.length == 0 ? Map.of() : Map.of(option[0], option[1]));
  }

  private ServerSettings settings(
      Medium medium, Durability durability, RecordLayout layout, Map<String, String> options) {
    return new ServerSettings(
        folder,
        medium,
        durability,
        layout,
        false,
        4,
        Optional.empty(),
        new LocalHost(),
        NO_PROCESS,
        options);
  }

  private DB client(DatabaseServer server) throws Exception {
    DB client = adapter.client().getConstructor().newInstance();
    client.setProperties(server.clientProperties());
    client.init();
    return client;
  }

  private static String key(int number) {
    return "user%028d".formatted(number);
  }

  private static Map<String, ByteIterator> record(int bytes) {
    return new HashMap<>(Map.of("field0", new RandomByteIterator(bytes)));
  }
}
