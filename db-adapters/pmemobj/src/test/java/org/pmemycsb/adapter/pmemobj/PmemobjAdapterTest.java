package org.pmemycsb.adapter.pmemobj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import org.pmemycsb.spi.LocalHost;
import org.pmemycsb.spi.Medium;
import org.pmemycsb.spi.RecordLayout;
import org.pmemycsb.spi.ServerSettings;
import org.pmemycsb.spi.Trait;

class PmemobjAdapterTest {
  private final DatabaseAdapter adapter = new PmemobjAdapter();
  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createTempDirectory(Path.of("/dev/shm"), "pmem-ycsb-test-");
  }

  /** Also checks that nothing was left behind: only an empty folder can be removed like this. */
  @AfterEach
  void removeFolder() throws IOException {
    Files.delete(folder);
  }

  private DatabaseServer open(Map<String, String> options, Durability durability)
      throws DatabaseException {
    assumeTrue(
        adapter.probe(new LocalHost()).available(),
        "NOT TESTED: pmemobj; " + adapter.probe(new LocalHost()).detail());
    return adapter.open(
        new ServerSettings(
            folder,
            Medium.TMPFS,
            durability,
            new RecordLayout(1000, 32, 1, 100),
            false,
            4,
            Optional.empty(),
            new LocalHost(),
            command -> {
              throw new IOException("pmemobj has no process to start");
            },
            options));
  }

  @ParameterizedTest
  @CsvSource({
    "radix, transaction, own, COMMIT, obj_radix",
    "hash, transaction, pmem, COMMIT, obj_hash_lock_pmem",
    "skiplist, persist, own, NONE, persist_skiplist",
    "radix, volatile, dram, NONE, volatile_radix_lock_dram",
    "hash, dram, own, NONE, dram_hash"
  })
  void theEngineIsThatOfStructurePersistenceAndLock(
      String index, String persistence, String lock, Durability durability, String engine)
      throws Exception {
    try (DatabaseServer server =
        open(Map.of("index", index, "persistence", persistence, "lock", lock), durability)) {
      assertThat(server.clientProperties()).containsEntry("pmemobj.options", "engine=" + engine);
      assertThat(server.version())
          .contains("index " + index, "persistence " + persistence, "lock " + lock);
      assertThat(server.effectiveDurability()).isEqualTo(durability);
      assertThat(server.recordCount())
          .isEqualTo(persistence.equals("dram") ? OptionalLong.empty() : OptionalLong.of(0));
      assertThat("1".equals(server.clientEnvironment().get("PMEM_NO_FLUSH")))
          .isEqualTo(persistence.equals("volatile") || persistence.equals("dram"));
    }
  }

  @Test
  void aLockInAPoolNeedsOne() {
    Map<String, String> options = Map.of("persistence", "dram", "lock", "pmem");
    assertThat(adapter.probe(new LocalHost(), options).available()).isFalse();
  }

  @Test
  void aStructureInMainMemoryLoadsNothingFromThePlace() {
    assertThat(adapter.traits(Map.of("persistence", "dram")).has(Trait.READS_MAPPED_FILES))
        .isFalse();
    assertThat(adapter.traits(Map.of("persistence", "volatile")).has(Trait.READS_MAPPED_FILES))
        .isTrue();
    assertThat(adapter.traits(Map.of()).has(Trait.READS_MAPPED_FILES)).isTrue();
  }

  @Test
  void aNamedPersistenceHasOneDurability() {
    assertThat(adapter.traits(Map.of("persistence", "persist")).durabilities())
        .containsExactly(Durability.NONE);
    assertThat(adapter.traits(Map.of("persistence", "transaction")).durabilities())
        .containsExactly(Durability.COMMIT);
    assertThat(adapter.traits(Map.of("index", "hash")).durabilities())
        .isEqualTo(adapter.traits(Map.of()).durabilities());
  }

  @Test
  void onlyStructuresWithAnOrderScan() {
    assertThat(adapter.traits(Map.of()).has(Trait.SCANS)).isTrue();
    assertThat(adapter.traits(Map.of("index", "skiplist")).has(Trait.SCANS)).isTrue();
    assertThat(adapter.traits(Map.of("index", "hash")).has(Trait.SCANS)).isFalse();
  }
}
