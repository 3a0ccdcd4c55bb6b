package org.pmemycsb.adapter.mongodb;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.ObjectId;

/**
 * The answers of a mongod of one version to the commands that the adapter and the driver use; any
 * other command is unknown to it. Documents are in memory. Thread-safe.
 *
 * <p>A write without a write concern is refused, which no mongod does: its meaning differs from
 * version to version (5.0 made it majority), so the adapter must not leave it out.
 */
final class FakeAnswers {
  private static final int BAD_VALUE = 2;
  private static final int NAMESPACE_NOT_FOUND = 26;
  private static final int NAMESPACE_EXISTS = 48;
  private static final int COMMAND_NOT_FOUND = 59;

  private final MongodVersion version;
  private final String build;
  private final String engine;
  private final BsonDocument options;
  private final BsonObjectId process = new BsonObjectId(new ObjectId());
  private final ConcurrentSkipListMap<String, BsonDocument> documents =
      new ConcurrentSkipListMap<>();
  private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();
  private final Queue<BsonDocument> concerns = new ConcurrentLinkedQueue<>();
  private volatile boolean collection;

  /**
   * @param build the answer to {@code buildInfo}
   * @param engine the name of the storage engine
   * @param options the options in force, as {@code getCmdLineOpts} has them
   */
  FakeAnswers(MongodVersion version, String build, String engine, BsonDocument options) {
    this.version = version;
    this.build = build;
    this.engine = engine;
    this.options = options;
  }

  /** The write concerns of all updates and deletes so far. */
  List<BsonDocument> concerns() {
    return List.copyOf(concerns);
  }

  /** Answers an OP_QUERY, which is the driver's first message on a connection. */
  BsonDocument query(BsonDocument command) {
    String name = command.getFirstKey();
    return version.takesQueries() || name.equalsIgnoreCase("isMaster") || name.equals("hello")
        ? answer(command)
        : error(352, "Unsupported OP_QUERY command: " + name);
  }

  BsonDocument answer(BsonDocument command) {
    String name = command.getFirstKey();
    counters.computeIfAbsent(name, first -> new LongAdder()).increment();
    BsonDocument concern = command.getDocument("writeConcern", new BsonDocument());
    if (concern.getBoolean("j", BsonBoolean.FALSE).getValue() && !journals()) {
      // write_concern.cpp, validateWriteConcern.
      return error(BAD_VALUE, "cannot use 'j' option when a host does not have journaling enabled");
    }
    return switch (name) {
      case "isMaster", "ismaster" -> hello(command, "ismaster");
      case "hello" -> version.hasHello() ? hello(command, "isWritablePrimary") : unknown(name);
      case "ping" -> ok("{}");
      case "endSessions" -> version.namesConnections() ? ok("{}") : unknown(name);
      case "buildInfo", "buildinfo" -> ok(build);
      case "serverStatus" -> status();
      case "getCmdLineOpts" -> ok("{argv: ['mongod']}").append("parsed", options);
      case "drop" -> drop();
      case "create" -> create();
      case "aggregate" -> cursor(count());
      case "find" -> cursor(find(command));
      case "update", "delete" -> write(command, concern);
      default -> unknown(name);
    };
  }

  /** Since 6.1 only an engine without files has none. PMSE says that it is durable. */
  private boolean journals() {
    BsonDocument journal =
        options
            .getDocument("storage", new BsonDocument())
            .getDocument("journal", new BsonDocument());
    return persistent() && journal.getBoolean("enabled", BsonBoolean.TRUE).getValue();
  }

  private boolean persistent() {
    return !engine.equals("inMemory");
  }

  private BsonDocument hello(BsonDocument command, String primary) {
    awaitChange(command);
    BsonDocument reply =
        ok("{" + primary + ": true, maxBsonObjectSize: 16777216, maxMessageSizeBytes: 48000000}")
            .append("maxWriteBatchSize", new BsonInt32(100_000))
            .append("minWireVersion", new BsonInt32(0))
            .append("maxWireVersion", new BsonInt32(version.wire()))
            .append("readOnly", BsonBoolean.FALSE);
    if (version.hasHello() && command.containsKey("helloOk")) {
      reply.append("helloOk", BsonBoolean.TRUE);
    }
    if (version.namesConnections()) {
      reply.append("logicalSessionTimeoutMinutes", new BsonInt32(30));
      reply.append("connectionId", new BsonInt32(1));
    }
    if (version.streamsHello()) {
      reply.append(
          "topologyVersion",
          new BsonDocument("processId", process).append("counter", new BsonInt64(0)));
    }
    return reply;
  }

  /** A hello that names the topology that it knows is answered when that changes, or later. */
  private static void awaitChange(BsonDocument command) {
    if (command.containsKey("topologyVersion") && command.containsKey("maxAwaitTimeMS")) {
      try {
        Thread.sleep(command.getNumber("maxAwaitTimeMS").longValue());
      } catch (InterruptedException ended) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Sections of the server's status: manual, serverStatus; storage_init.cpp. */
  private BsonDocument status() {
    BsonDocument commands = new BsonDocument();
    counters.forEach(
        (name, count) ->
            commands.append(
                name,
                new BsonDocument("failed", new BsonInt64(0))
                    .append("total", new BsonInt64(count.sum()))));
    BsonDocument operations = ok("{insert: 0, getmore: 0}");
    operations.remove("ok");
    for (String each : List.of("update", "delete")) {
      operations.append(each, new BsonInt64(count(each)));
    }
    operations.append("query", new BsonInt64(count("find")));
    return ok("{}")
        .append(
            "storageEngine",
            new BsonDocument("name", new BsonString(engine))
                .append("supportsCommittedReads", BsonBoolean.valueOf(!version.isPmse()))
                .append("readOnly", BsonBoolean.FALSE)
                .append("persistent", BsonBoolean.valueOf(persistent())))
        .append("opcounters", operations)
        .append("metrics", new BsonDocument("commands", commands));
  }

  private long count(String command) {
    LongAdder counted = counters.get(command);
    return counted == null ? 0 : counted.sum();
  }

  private BsonDocument drop() {
    if (!collection && !version.dropsAbsent()) {
      return error(NAMESPACE_NOT_FOUND, "ns not found");
    }
    collection = false;
    documents.clear();
    return ok("{}");
  }

  private BsonDocument create() {
    if (collection) {
      return error(NAMESPACE_EXISTS, "Collection already exists. NS: ycsb.usertable");
    }
    collection = true;
    return ok("{}");
  }

  private List<BsonDocument> count() {
    return documents.isEmpty()
        ? List.of()
        : List.of(
            new BsonDocument("_id", new BsonInt32(1)).append("n", new BsonInt32(documents.size())));
  }

  private BsonDocument write(BsonDocument command, BsonDocument concern) {
    if (!concern.containsKey("w")) {
      return error(BAD_VALUE, "a write without a write concern");
    }
    concerns.add(concern);
    if (command.containsKey("updates")) {
      return update(command.getArray("updates").get(0).asDocument());
    }
    BsonDocument filter = command.getArray("deletes").get(0).asDocument().getDocument("q");
    boolean there = documents.remove(filter.getString("_id").getValue()) != null;
    return ok("{n: " + (there ? 1 : 0) + "}");
  }

  private List<BsonDocument> find(BsonDocument command) {
    BsonDocument filter = command.getDocument("filter", new BsonDocument());
    BsonDocument projection = command.getDocument("projection", new BsonDocument());
    int limit = command.getNumber("limit", new BsonInt32(Integer.MAX_VALUE)).intValue();
    BsonValue id = filter.get("_id");
    Map<String, BsonDocument> chosen = documents;
    if (id != null && id.isString()) {
      String key = id.asString().getValue();
      chosen = documents.subMap(key, true, key, true);
    } else if (id != null) {
      chosen = documents.tailMap(id.asDocument().getString("$gte").getValue());
    }
    List<BsonDocument> found = new ArrayList<>();
    boolean some =
        projection.entrySet().stream().anyMatch(e -> e.getValue().asBoolean().getValue());
    for (BsonDocument document : chosen.values()) {
      if (found.size() == limit) {
        break;
      }
      BsonDocument shown = new BsonDocument();
      document.forEach(
          (name, value) -> {
            boolean wanted = projection.getBoolean(name, BsonBoolean.valueOf(!some)).getValue();
            if (wanted) {
              shown.append(name, value);
            }
          });
      found.add(shown);
    }
    return found;
  }

  private BsonDocument update(BsonDocument update) {
    BsonString id = update.getDocument("q").getString("_id");
    BsonDocument change = update.getDocument("u");
    BsonDocument old = documents.get(id.getValue());
    boolean upsert = update.getBoolean("upsert", BsonBoolean.FALSE).getValue();
    if (old == null && !upsert) {
      return ok("{n: 0, nModified: 0}");
    }
    BsonDocument next = change;
    if (change.containsKey("$set")) {
      next = old.clone();
      next.putAll(change.getDocument("$set"));
    }
    collection = true;
    documents.put(id.getValue(), next);
    BsonDocument reply = ok("{n: 1, nModified: " + (old == null ? 0 : 1) + "}");
    if (old == null) {
      reply.append(
          "upserted",
          new BsonArray(List.of(new BsonDocument("index", new BsonInt32(0)).append("_id", id))));
    }
    return reply;
  }

  private static BsonDocument cursor(List<BsonDocument> documents) {
    return ok("{}")
        .append(
            "cursor",
            new BsonDocument("firstBatch", new BsonArray(documents))
                .append("id", new BsonInt64(0))
                .append("ns", new BsonString("ycsb.usertable")));
  }

  private static BsonDocument ok(String json) {
    return BsonDocument.parse(json).append("ok", new BsonDouble(1));
  }

  private static BsonDocument unknown(String name) {
    return error(COMMAND_NOT_FOUND, "no such command: '" + name + "'");
  }

  private static BsonDocument error(int code, String text) {
    return new BsonDocument("ok", new BsonDouble(0))
        .append("errmsg", new BsonString(text))
        .append("code", new BsonInt32(code));
  }
}
