package org.pmemycsb.it.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmemycsb.adapter.mariadb.MariadbAdapter;
import org.pmemycsb.adapter.mongodb.MongoAdapter;
import org.pmemycsb.adapter.pmemobj.PmemobjAdapter;
import org.pmemycsb.adapter.postgres.PostgresAdapter;
import org.pmemycsb.adapter.redis.RedisAdapter;
import org.pmemycsb.spi.Availability;
import org.pmemycsb.spi.DatabaseAdapter;
import org.pmemycsb.spi.LocalHost;

/** The real databases, a few crashes each. System property {@code audit.rounds} makes them more. */
@Tag("everything")
class RealDatabasesTest {
  private static final String ROUNDS = System.getProperty("audit.rounds", "2");

  @TempDir private Path folder;
  private AuditMedium medium;
  private AuditRun audit;

  @BeforeEach
  void prepare() throws IOException {
    medium = new AuditMedium();
    audit = new AuditRun(folder, medium.folder());
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    if (medium != null) {
      medium.close();
    }
  }

  private static void require(DatabaseAdapter adapter) {
    Availability found = adapter.probe(new LocalHost());
    assumeTrue(
        found.available(), () -> "this machine lacks " + adapter.name() + ": " + found.detail());
  }

  private JsonNode audited(String database, String durability) throws Exception {
    JsonNode row =
        audit.audited(
            List.of(database.endsWith(".yaml") ? database : "--db=" + database),
            durability,
            ROUNDS);
    assertThat(row.get("database").asText().endsWith(", log apart"))
        .isEqualTo(database.contains("+log@"));
    return row;
  }

  private static void assertNothingMissing(JsonNode row) {
    assertThat(row.get("holds").asBoolean()).as(row.toString()).isTrue();
    assertThat(row.get("lost").asLong()).isZero();
    assertThat(row.get("resurrected").asLong()).isZero();
    assertThat(row.get("oldestLostMillis").isNull()).isTrue();
  }

  /** Where nothing is promised the audit must see that something is missing. */
  private static void assertLossesInEachRound(JsonNode row) {
    assertThat(row.get("holds").asBoolean()).as(row.toString()).isTrue();
    assertThat(row.get("lost").asLong()).isPositive();
    assertThat(row.get("resurrected").asLong()).isZero();
    row.get("rounds").forEach(round -> assertThat(round.get("lost").asLong()).isPositive());
  }

  @ParameterizedTest
  @ValueSource(strings = {"cmap", "stree"})
  void aPmemkvPoolKeepsWhatItAcknowledged(String engine) throws Exception {
    Path experiment = audit.experiment("pmemkv", "engine", engine);
    assertNothingMissing(audited(experiment.toString(), "commit"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"radix", "skiplist", "hash"})
  void anIndexOfPmemobjKeepsWhatItAcknowledged(String index) throws Exception {
    require(new PmemobjAdapter());
    Path experiment = audit.experiment("pmemobj", "index", index);
    assertNothingMissing(audited(experiment.toString(), "commit"));
  }

  @Test
  void aVolatilePmemkvEngineLosesWhatItAcknowledged() throws Exception {
    assertLossesInEachRound(audited("pmemkv", "none"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rocksdb+log@pmem", "lmdb", "sqlite"})
  void storesInTheClientsProcessKeepWhatTheyAcknowledged(String database) throws Exception {
    assertNothingMissing(audited(database, "commit"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "lmdb", "sqlite"})
  void theKernelHasWhatIsNotSynced(String database) throws Exception {
    assertNothingMissing(audited(database, "periodic"));
  }

  /** A delete can be lost too, of a record that is in a table file: then the record is back. */
  @Test
  void rocksDbWithoutALogLosesWhatItAcknowledged() throws Exception {
    JsonNode row = audited("rocksdb", "none");
    assertThat(row.get("holds").asBoolean()).as(row.toString()).isTrue();
    assertThat(row.get("lost").asLong()).isPositive();
  }

  @Test
  void aLogThatCannotLieApartIsRefused() {
    assertThat(audit.run("--db", "redis+log@pmem").hasStatus(2).complaint())
        .isEqualTo(
            "pmem-ycsb: redis: its log cannot lie on another place than its data; leave out"
                + " log=pmem");
  }

  @Test
  void redisAtCommitKeepsWhatItAcknowledged() throws Exception {
    require(new RedisAdapter());
    assertNothingMissing(audited("redis", "commit"));
  }

  /** How old the oldest loss is, a busy machine decides too: that is left to the command. */
  private static void assertOnlyTheEndIsMissing(JsonNode row, long windowMillis) {
    assertThat(row.get("lossWindowMillis").asLong()).isEqualTo(windowMillis);
    row.get("rounds").forEach(round -> assertThat(round.get("suffix").asBoolean()).isTrue());
  }

  @Test
  void redisAtPeriodicLosesTheLastMomentsAtMost() throws Exception {
    require(new RedisAdapter());
    assertOnlyTheEndIsMissing(audited("redis", "periodic"), 2000);
  }

  @Test
  void redisAtNoneLosesWhatItAcknowledged() throws Exception {
    require(new RedisAdapter());
    assertLossesInEachRound(audited("redis", "none"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgres", "postgres+log@pmem"})
  void postgresAtCommitKeepsWhatItAcknowledged(String database) throws Exception {
    require(new PostgresAdapter());
    assertNothingMissing(audited(database, "commit"));
  }

  @Test
  void postgresAtPeriodicLosesTheLastMomentsAtMost() throws Exception {
    require(new PostgresAdapter());
    assertOnlyTheEndIsMissing(audited("postgres", "periodic"), 600);
  }

  @Test
  void mariadbAtCommitKeepsWhatItAcknowledged() throws Exception {
    require(new MariadbAdapter());
    assertNothingMissing(audited("mariadb", "commit"));
  }

  /** A commit writes the log, so the kernel has it. */
  @Test
  void mariadbAtPeriodicLosesNothingToAKill() throws Exception {
    require(new MariadbAdapter());
    assertNothingMissing(audited("mariadb", "periodic"));
  }

  @Test
  void mongodbOrFerretdbAtCommitKeepsWhatItAcknowledged() throws Exception {
    require(new MongoAdapter());
    assertNothingMissing(audited("mongodb", "commit"));
  }
}
