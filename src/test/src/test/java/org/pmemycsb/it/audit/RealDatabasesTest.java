package org.pmemycsb.it.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.it.harness.SharedMemory;
import org.pmemycsb.it.server.GivenServer;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.LocalHost;

/** The real databases, a few crashes each. System property {@code audit.rounds} makes them more. */
@Tag("everything")
class RealDatabasesTest {
  private static final String ROUNDS = System.getProperty("audit.rounds", "2");

  @TempDir private Path folder;

  @TempDir(factory = SharedMemory.class)
  private Path medium;

  private AuditRun audit;

  @BeforeEach
  void prepare() {
    audit = new AuditRun(folder, medium);
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(medium).isEmptyDirectory();
  }

  /** Audits {@code NAME{OPTION=VALUE}+log@PLACE}. */
  private JsonNode audited(String database, String durability) throws Exception {
    DatabaseAdapter adapter = GivenServer.adapter(database.replaceFirst("\\W.*", ""));
    Availability found = adapter.probe(new LocalHost());
    assumeTrue(
        found.available(), () -> "this machine lacks " + adapter.name() + ": " + found.detail());
    JsonNode row = audit.audited("--db " + database, durability, ROUNDS);
    assertThat(row.get("database").asText().endsWith(", log apart"))
        .isEqualTo(database.contains("+log@"));
    return row;
  }

  /** At periodic, the kernel has what these have not synced. */
  @ParameterizedTest
  @CsvSource({
    "pmemkv{engine=cmap},commit",
    "pmemkv{engine=stree},commit",
    "pmemobj{index=radix},commit",
    "pmemobj{index=skiplist},commit",
    "pmemobj{index=hash},commit",
    "rocksdb,commit",
    "rocksdb+log@pmem,commit",
    "rocksdb,periodic",
    "lmdb,commit",
    "lmdb,periodic",
    "sqlite,commit",
    "sqlite,periodic",
    "redis,commit",
    "postgres,commit",
    "postgres+log@pmem,commit",
    "mariadb,commit",
    "mariadb,periodic",
    "mongodb,commit"
  })
  void whatWasAcknowledgedIsThere(String database, String durability) throws Exception {
    JsonNode row = audited(database, durability);
    assertThat(row.get("holds").asBoolean()).as(row.toString()).isTrue();
    assertThat(row.get("lost").asLong()).isZero();
    assertThat(row.get("resurrected").asLong()).isZero();
    assertThat(row.get("oldestLostMillis").isNull()).isTrue();
  }

  /** Where nothing is promised, the audit must see that something is missing. */
  @ParameterizedTest
  @ValueSource(strings = {"pmemkv", "redis", "rocksdb"})
  void whatIsNotPromisedIsLost(String database) throws Exception {
    JsonNode row = audited(database, "none");
    assertThat(row.get("holds").asBoolean()).as(row.toString()).isTrue();
    assertThat(row.get("lost").asLong()).isPositive();
    // A record of RocksDB that is in a table file is back when its delete is lost.
    if (!database.equals("rocksdb")) {
      assertThat(row.get("resurrected").asLong()).isZero();
      row.get("rounds").forEach(round -> assertThat(round.get("lost").asLong()).isPositive());
    }
  }

  /** How old the oldest loss is, a busy machine decides too: that is left to the command. */
  @ParameterizedTest
  @CsvSource({"redis,2000", "postgres,600"})
  void onlyTheLastMomentsAreLost(String database, long windowMillis) throws Exception {
    JsonNode row = audited(database, "periodic");
    assertThat(row.get("lossWindowMillis").asLong()).isEqualTo(windowMillis);
    row.get("rounds").forEach(round -> assertThat(round.get("suffix").asBoolean()).isTrue());
  }
}
