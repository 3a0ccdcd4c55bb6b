package org.pmemycsb.adapter.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
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

  @Test
  void urlIsShownWithoutItsAccount() {
    MongoUrl url = MongoUrl.of("mongodb://me:secret@127.0.0.1:1/mine?w=1");
    assertThat(url.database()).isEqualTo("mine");
    assertThat(url).hasToString("mongodb://127.0.0.1:1/mine?w=1");
  }
}
