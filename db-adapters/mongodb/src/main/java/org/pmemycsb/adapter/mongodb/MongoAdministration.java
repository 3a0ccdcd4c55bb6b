package org.pmemycsb.adapter.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoDatabase;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.pmemycsb.adapter.support.Failures;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Durability;
import site.ycsb.workloads.CoreWorkload;

/** Asks a live server. */
final class MongoAdministration {
  static final String TABLE = CoreWorkload.TABLENAME_PROPERTY_DEFAULT;

  private static final String ADMIN = "admin";
  private static final String FERRETDB = "ferretdbVersion";
  static final String PERSISTENT_MEMORY_ENGINE = "pmse";
  // MongoDB's manual: storage.journal.commitIntervalMs.
  private static final int DEFAULT_COMMIT_INTERVAL_MILLIS = 100;

  private final MongoUrl url;

  MongoAdministration(MongoUrl url) {
    this.url = url;
  }

  MongoUrl url() {
    return url;
  }

  boolean answers() {
    try {
      command(ADMIN, "ping");
      return true;
    } catch (DatabaseException notYet) {
      return false;
    }
  }

  /** Whether it is FerretDB, which only speaks MongoDB's protocol. */
  boolean isFerretdb() throws DatabaseException {
    return command(ADMIN, "buildInfo").containsKey(FERRETDB);
  }

  /** Product and version. */
  String version() throws DatabaseException {
    BsonDocument build = command(ADMIN, "buildInfo");
    return build.containsKey(FERRETDB)
        ? "FerretDB " + build.getString(FERRETDB).getValue().replaceFirst("^v", "")
        : "MongoDB " + build.getString("version").getValue();
  }

  /** The name of the storage engine, or an empty text. */
  String storageEngine() throws DatabaseException {
    return within(command(ADMIN, "serverStatus"), "storageEngine")
        .getString("name", new BsonString(""))
        .getValue();
  }

  /** Drops our collection and makes it again. */
  void reset() throws DatabaseException {
    ask(
        database -> {
          database.getCollection(TABLE).drop();
          database.createCollection(TABLE);
          return true;
        });
  }

  void drop() throws DatabaseException {
    ask(
        database -> {
          database.getCollection(TABLE).drop();
          return true;
        });
  }

  boolean holdsRecords() throws DatabaseException {
    return ask(database -> database.getCollection(TABLE).find().limit(1).first() != null);
  }

  long recordCount() throws DatabaseException {
    return ask(database -> database.getCollection(TABLE).countDocuments());
  }

  /** The durability of a client's next write, by the server's settings and the URL. */
  Durability durability() throws DatabaseException {
    WriteConcern asked = new ConnectionString(url.text()).getWriteConcern();
    return durability(
        within(command(ADMIN, "serverStatus"), "storageEngine"),
        within(command(ADMIN, "getCmdLineOpts"), "parsed"),
        asked != null && Boolean.TRUE.equals(asked.getJournal()));
  }

  /** The time from one write of the journal to the next, where clients do not wait for it. */
  Optional<Duration> lossWindow() throws DatabaseException {
    if (durability() != Durability.PERIODIC) {
      return Optional.empty();
    }
    BsonValue interval =
        within(command(ADMIN, "getCmdLineOpts"), "parsed", "storage", "journal")
            .get("commitIntervalMs");
    return Optional.of(
        Duration.ofMillis(
            interval != null && interval.isNumber()
                ? interval.asNumber().longValue()
                : DEFAULT_COMMIT_INTERVAL_MILLIS));
  }

  /**
   * @param engine the part {@code storageEngine} of the server's status
   * @param options the options in force, as the server parsed them
   * @param waits whether clients wait for the journal
   */
  static Durability durability(BsonDocument engine, BsonDocument options, boolean waits) {
    String name = engine.getString("name", new BsonString("")).getValue();
    if (name.equals(PERSISTENT_MEMORY_ENGINE)) {
      return Durability.COMMIT;
    }
    boolean persistent =
        engine.containsKey("persistent") && engine.getBoolean("persistent").getValue();
    BsonValue journal = within(options, "storage", "journal").get("enabled");
    boolean journaled = journal == null || !journal.isBoolean() || journal.asBoolean().getValue();
    if (!persistent || !journaled) {
      return Durability.NONE;
    }
    return waits ? Durability.COMMIT : Durability.PERIODIC;
  }

  /** Counters of operations and commands. */
  Map<String, Long> statistics() throws DatabaseException {
    BsonDocument status = command(ADMIN, "serverStatus");
    Map<String, Long> counters = new TreeMap<>();
    within(status, "opcounters")
        .forEach(
            (name, value) -> {
              if (value.isNumber()) {
                counters.put("opcounters_" + name, value.asNumber().longValue());
              }
            });
    within(status, "metrics", "commands")
        .forEach(
            (name, value) -> {
              if (value.isDocument() && value.asDocument().containsKey("total")) {
                counters.put("commands_" + name, value.asDocument().getNumber("total").longValue());
              }
            });
    return counters;
  }

  /** A document inside documents; empty if there is none. */
  private static BsonDocument within(BsonDocument document, String... names) {
    BsonDocument inner = document;
    for (String name : names) {
      inner = inner.getDocument(name, new BsonDocument());
    }
    return inner;
  }

  private BsonDocument command(String database, String name) throws DatabaseException {
    return using(
        connections ->
            connections
                .client()
                .getDatabase(database)
                .runCommand(new BsonDocument(name, new BsonInt32(1)), BsonDocument.class));
  }

  private <T> T ask(Function<MongoDatabase, T> question) throws DatabaseException {
    return using(connections -> question.apply(connections.client().getDatabase(url.database())));
  }

  private <T> T using(Function<MongoConnections, T> question) throws DatabaseException {
    try (MongoConnections connections = MongoConnections.to(url.text())) {
      return question.apply(connections);
    } catch (RuntimeException failure) {
      throw new DatabaseException("MongoDB, " + url + ": " + Failures.oneLine(failure), failure);
    }
  }
}
