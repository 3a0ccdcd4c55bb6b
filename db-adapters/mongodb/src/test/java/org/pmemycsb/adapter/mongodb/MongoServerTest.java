package org.pmemycsb.adapter.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;

class MongoServerTest {
  private static final BsonDocument DISK =
      BsonDocument.parse("{name: 'wiredTiger', persistent: true}");
  private static final BsonDocument DEFAULTS = BsonDocument.parse("{storage: {dbPath: '/d'}}");

  @Test
  void durabilityIsWhatTheServerHasAndTheClientWaitsFor() {
    assertThat(MongoServer.durability(DISK, DEFAULTS, true)).isEqualTo(Durability.COMMIT);
    assertThat(MongoServer.durability(DISK, DEFAULTS, false)).isEqualTo(Durability.PERIODIC);
  }

  @Test
  void withoutAJournalThereIsNone() {
    BsonDocument off = BsonDocument.parse("{storage: {journal: {enabled: false}}}");
    assertThat(MongoServer.durability(DISK, off, true)).isEqualTo(Durability.NONE);
  }

  @Test
  void inMemoryOrUnknownStorageHasNone() {
    BsonDocument memory = BsonDocument.parse("{name: 'inMemory', persistent: false}");
    assertThat(MongoServer.durability(memory, DEFAULTS, true)).isEqualTo(Durability.NONE);
    assertThat(MongoServer.durability(new BsonDocument(), DEFAULTS, true))
        .isEqualTo(Durability.NONE);
  }

  @Test
  void persistentMemoryStorageNeedsNoJournal() {
    BsonDocument pmse = BsonDocument.parse("{name: 'pmse'}");
    assertThat(MongoServer.durability(pmse, DEFAULTS, false)).isEqualTo(Durability.COMMIT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{version: '8.0.4'} | MongoDB 8.0.4",
        "{version: '7.0.42', ferretdbVersion: 'v1.24.2'} | FerretDB 1.24.2",
        "{version: '7.0.77', ferretdb: {version: 'v2.7.0'}} | FerretDB 2.7.0",
      })
  void ferretdbHasItsOwnName(String build, String product) {
    assertThat(MongoServer.product(BsonDocument.parse(build))).isEqualTo(product);
  }

  @Test
  void lossWindowIsTheIntervalOfTheJournal() {
    assertThat(MongoServer.journalInterval(DEFAULTS)).isEqualTo(Duration.ofMillis(100));
    BsonDocument faster = BsonDocument.parse("{storage: {journal: {commitIntervalMs: 20}}}");
    assertThat(MongoServer.journalInterval(faster)).isEqualTo(Duration.ofMillis(20));
  }

  @Test
  void serverWhoseJournalIsGoneIsNotStarted(@TempDir Path folder) throws Exception {
    Path data = Files.createDirectory(folder.resolve("data"));
    Path log = Files.createDirectory(folder.resolve("log"));
    StartedMongo.requireJournal(data, Optional.of(log));
    Files.createFile(data.resolve("WiredTiger"));
    assertThatThrownBy(() -> StartedMongo.requireJournal(data, Optional.of(log)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining(log.toString());
    StartedMongo.requireJournal(data, Optional.empty());
    Files.createFile(log.resolve("WiredTigerLog.0000000001"));
    StartedMongo.requireJournal(data, Optional.of(log));
  }

  @Test
  void memberOfAReplicaSetThatTakesNoWritesIsRefused() throws Exception {
    MongoUrl url = MongoUrl.of("mongodb://me:secret@127.0.0.1:1/mine");
    for (String writable : List.of("{ismaster: true}", "{ismaster: true, msg: 'isdbgrid'}")) {
      ExternalMongo.refuseReplica(url, BsonDocument.parse(writable));
    }
    assertThatThrownBy(
            () ->
                ExternalMongo.refuseReplica(
                    url,
                    BsonDocument.parse("{ismaster: false, secondary: true, primary: 'there:2'}")))
        .isInstanceOf(DatabaseException.class)
        .hasMessageMatching(".* mongodb://127.0.0.1:1/mine .*primary.*, there:2");
  }

  @Test
  void serverWithFewerConnectionsThanThreadsIsRefused() throws Exception {
    MongoUrl url = MongoUrl.of("mongodb://127.0.0.1:1/mine");
    BsonDocument status = BsonDocument.parse("{connections: {current: 5, available: 7}}");
    ExternalMongo.refuseFew(url, status, 7);
    ExternalMongo.refuseFew(url, new BsonDocument(), 1000);
    assertThatThrownBy(() -> ExternalMongo.refuseFew(url, status, 8))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContainingAll("takes 7 connections", "8 client threads");
  }
}
