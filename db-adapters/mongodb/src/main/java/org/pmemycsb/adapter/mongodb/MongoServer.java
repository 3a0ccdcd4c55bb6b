package org.pmemycsb.adapter.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoTimeoutException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoDatabase;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.pmemycsb.adapter.support.ServerProcess;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.DatabaseServer;
import org.pmemycsb.spi.Durability;
import site.ycsb.workloads.CoreWorkload;

/** A MongoDB, or a FerretDB with its protocol, that is up: one of our own, or an external one. */
abstract class MongoServer implements DatabaseServer {
  static final String TABLE = CoreWorkload.TABLENAME_PROPERTY_DEFAULT;

  static final String PMSE = "pmse";

  private static final String ADMIN = "admin";
  private static final Duration ANSWER = Duration.ofSeconds(MongoConnections.ANSWER_SECONDS);
  private static final String FERRETDB = "FerretDB";
  // MongoDB's manual: storage.journal.commitIntervalMs.
  private static final int DEFAULT_COMMIT_INTERVAL_MILLIS = 100;

  /** Set before the first question. */
  MongoUrl url;

  /**
   * The PostgreSQL under a FerretDB, where it is known. It decides the durability: FerretDB ignores
   * the write concern of a client.
   */
  Optional<DatabaseServer> store = Optional.empty();

  /**
   * Whether this is a FerretDB 1. It loses one of two updates of one document at the same time, so
   * the clients write each document one after another.
   */
  boolean serialize;

  /**
   * The URL of a server of ours.
   *
   * @param account its name and password, as URLs have them
   * @param address its address and port
   * @param parameters further ones
   */
  static MongoUrl at(String account, String address, String parameters) {
    return MongoUrl.of("mongodb://%s@%s/ycsb?w=1&%s".formatted(account, address, parameters));
  }

  /** The parameter with which clients wait for the journal, or do not. */
  static String journal(Durability durability) {
    return "&journal=" + (durability == Durability.COMMIT);
  }

  /** Whether the process answers. Another server may have taken its port. */
  final boolean answers(ServerProcess process) {
    String host = new ConnectionString(url.text()).getHosts().get(0);
    if (!process.listensOn(Integer.parseInt(host.substring(host.lastIndexOf(':') + 1)))) {
      return false;
    }
    try {
      command("ping");
      return true;
    } catch (DatabaseException notYet) {
      return false;
    }
  }

  @Override
  public Properties clientProperties() {
    Properties properties = new Properties();
    properties.setProperty(MongoYcsbClient.URL, url.text());
    properties.setProperty(MongoYcsbClient.SERIALIZE, Boolean.toString(serialize));
    return properties;
  }

  @Override
  public String version() throws DatabaseException {
    return product() + (store.isPresent() ? " (" + store.get().version() + ")" : "");
  }

  /** Product and version. FerretDB only speaks MongoDB's protocol. */
  final String product() throws DatabaseException {
    return product(command("buildInfo"));
  }

  /** FerretDB 1 and 2 name themselves in different fields. */
  static String product(BsonDocument build) {
    BsonValue ferretdb =
        build.getOrDefault("ferretdbVersion", within(build, "ferretdb").get("version"));
    return ferretdb == null
        ? "MongoDB " + build.getString("version").getValue()
        : FERRETDB + " " + ferretdb.asString().getValue().replaceFirst("^v", "");
  }

  @Override
  public Optional<String> standIn() throws DatabaseException {
    return Optional.of(FERRETDB).filter(product()::startsWith);
  }

  @Override
  public void reset() throws DatabaseException {
    drop();
    ask(
        database -> {
          database.createCollection(TABLE);
          return true;
        });
  }

  final void drop() throws DatabaseException {
    ask(
        database -> {
          database.getCollection(TABLE).drop();
          return true;
        });
  }

  @Override
  public OptionalLong recordCount() throws DatabaseException {
    return OptionalLong.of(ask(database -> database.getCollection(TABLE).countDocuments()));
  }

  /** The durability of a client's next write, by the server's settings and the URL. */
  @Override
  public Durability effectiveDurability() throws DatabaseException {
    if (store.isPresent()) {
      return store.get().effectiveDurability();
    }
    WriteConcern asked = new ConnectionString(url.text()).getWriteConcern();
    return durability(
        within(command("serverStatus"), "storageEngine"),
        within(command("getCmdLineOpts"), "parsed"),
        asked != null && Boolean.TRUE.equals(asked.getJournal()));
  }

  /** The time from one write of the journal to the next, where clients do not wait for it. */
  @Override
  public Optional<Duration> lossWindow() throws DatabaseException {
    if (store.isPresent()) {
      return store.get().lossWindow();
    }
    if (effectiveDurability() != Durability.PERIODIC) {
      return Optional.empty();
    }
    return Optional.of(journalInterval(within(command("getCmdLineOpts"), "parsed")));
  }

  /**
   * @param options the options in force, as the server parsed them
   */
  static Duration journalInterval(BsonDocument options) {
    BsonValue interval = within(options, "storage", "journal").get("commitIntervalMs");
    return Duration.ofMillis(
        interval != null && interval.isNumber()
            ? interval.asNumber().longValue()
            : DEFAULT_COMMIT_INTERVAL_MILLIS);
  }

  /**
   * @param engine the part {@code storageEngine} of the server's status
   * @param options the options in force, as the server parsed them
   * @param waits whether clients wait for the journal
   */
  static Durability durability(BsonDocument engine, BsonDocument options, boolean waits) {
    if (name(engine).equals(PMSE)) {
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

  /** The name of a storage engine, or an empty text. */
  static String name(BsonDocument engine) {
    return engine.getString("name", new BsonString("")).getValue();
  }

  @Override
  public Map<String, Long> statistics() throws DatabaseException {
    BsonDocument status = command("serverStatus");
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
  static BsonDocument within(BsonDocument document, String... names) {
    BsonDocument inner = document;
    for (String name : names) {
      inner = inner.getDocument(name, new BsonDocument());
    }
    return inner;
  }

  final BsonDocument command(String name) throws DatabaseException {
    BsonDocument command = new BsonDocument(name, new BsonInt32(1));
    return ask(ADMIN, live -> live.runCommand(command, BsonDocument.class));
  }

  final <T> T ask(Function<MongoDatabase, T> question) throws DatabaseException {
    return ask(url.database(), question);
  }

  private <T> T ask(String database, Function<MongoDatabase, T> question) throws DatabaseException {
    long begin = System.nanoTime();
    try (MongoConnections connections = MongoConnections.to(url.text())) {
      while (true) {
        try {
          return question.apply(connections.client().getDatabase(database));
        } catch (MongoTimeoutException failure) {
          // The driver has sent nothing. A server that hangs is asked again, because the harness
          // decides how long to wait.
          Throwable why = connections.unreachable().orElse(failure);
          if (why != failure
              || System.nanoTime() - begin > ANSWER.toNanos()
              || url.tlsCause(failure).isPresent()) {
            throw failed(why);
          }
        }
      }
    } catch (RuntimeException failure) {
      throw failed(failure);
    }
  }

  private DatabaseException failed(Throwable failure) {
    return new DatabaseException(url.describe(failure), failure);
  }
}
