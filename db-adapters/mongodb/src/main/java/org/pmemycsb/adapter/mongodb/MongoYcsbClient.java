package org.pmemycsb.adapter.mongodb;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * The YCSB client for MongoDB and servers with its protocol: one round trip an operation.
 *
 * <p>Properties: {@code mongodb.url}, a connection string with the database's name, and the write
 * concern, TLS and account as its parameters; {@code mongodb.database}, where the URL names none;
 * {@code mongodb.serialize}, true for a server that loses one of two updates of a record at the
 * same time: the clients of this process then write each record one after another.
 *
 * <p>Insert replaces an existing record. Update changes the given fields and keeps the others.
 * Update and delete answer NOT_FOUND for a missing record. A scan is in the order of the keys'
 * bytes. Not thread-safe; one instance a thread.
 */
public final class MongoYcsbClient extends DB {
  static final String URL = "mongodb.url";
  static final String SERIALIZE = "mongodb.serialize";

  private static final String ID = "_id";
  private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);
  private static final Lock[] LOCKS =
      Stream.generate(ReentrantLock::new).limit(1024).toArray(Lock[]::new);

  private MongoConnections connections;
  private MongoDatabase database;
  private boolean serialize;
  private String tableName;
  private MongoCollection<BsonDocument> table;

  @Override
  public void init() throws DBException {
    Properties properties = getProperties();
    MongoUrl url = MongoUrl.from(properties);
    serialize = Boolean.parseBoolean(properties.getProperty(SERIALIZE, "false"));
    try {
      connections = MongoConnections.to(url.text());
      database = connections.client().getDatabase(url.database());
      database.runCommand(new BsonDocument("ping", new BsonInt32(1)));
    } catch (RuntimeException failure) {
      cleanup();
      throw new DBException(url.describe(failure), failure);
    }
  }

  @Override
  public void cleanup() {
    if (connections != null) {
      connections.close();
      connections = null;
    }
  }

  private MongoCollection<BsonDocument> table(String name) {
    if (!name.equals(tableName)) {
      table = database.getCollection(name, BsonDocument.class);
      tableName = name;
    }
    return table;
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    return run(
        () -> {
          BsonDocument found =
              table(table).find(eq(ID, new BsonString(key))).projection(projection(fields)).first();
          if (found == null) {
            return Status.NOT_FOUND;
          }
          copy(found, result);
          return Status.OK;
        });
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    if (count == 0) {
      // The driver takes a limit of 0 for no limit.
      return Status.OK;
    }
    return run(
        () -> {
          FindIterable<BsonDocument> found =
              table(table)
                  .find(gte(ID, new BsonString(startKey)))
                  .projection(projection(fields))
                  .sort(Sorts.ascending(ID))
                  .limit(count)
                  .batchSize(count);
          for (BsonDocument document : found) {
            HashMap<String, ByteIterator> record = new HashMap<>();
            copy(document, record);
            result.add(record);
          }
          return Status.OK;
        });
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    if (values.isEmpty()) {
      return read(table, key, Set.of(), new HashMap<>());
    }
    return write(
        key,
        () ->
            table(table)
                        .updateOne(
                            eq(ID, new BsonString(key)),
                            new BsonDocument("$set", document(new BsonDocument(), values)))
                        .getMatchedCount()
                    == 0
                ? Status.NOT_FOUND
                : Status.OK);
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return write(
        key,
        () -> {
          BsonString id = new BsonString(key);
          BsonDocument record = document(new BsonDocument(ID, id), values);
          table(table).replaceOne(eq(ID, id), record, UPSERT);
          return Status.OK;
        });
  }

  @Override
  public Status delete(String table, String key) {
    return write(
        key,
        () ->
            table(table).deleteOne(eq(ID, new BsonString(key))).getDeletedCount() == 0
                ? Status.NOT_FOUND
                : Status.OK);
  }

  private Status write(String key, Supplier<Status> operation) {
    if (!serialize) {
      return run(operation);
    }
    Lock lock = LOCKS[Math.floorMod(key.hashCode(), LOCKS.length)];
    lock.lock();
    try {
      return run(operation);
    } finally {
      lock.unlock();
    }
  }

  private static Status run(Supplier<Status> operation) {
    try {
      return operation.get();
    } catch (RuntimeException failure) {
      return MongoFailures.status(failure);
    }
  }

  /** The projection to the fields; null for all, which costs neither side anything. */
  private static BsonDocument projection(Set<String> fields) {
    if (fields == null) {
      return null;
    }
    BsonDocument projection = new BsonDocument();
    if (fields.isEmpty()) {
      return projection.append(ID, BsonBoolean.TRUE);
    }
    projection.append(ID, BsonBoolean.FALSE);
    fields.forEach(field -> projection.append(FieldName.encode(field), BsonBoolean.TRUE));
    return projection;
  }

  private static BsonDocument document(BsonDocument document, Map<String, ByteIterator> values) {
    values.forEach(
        (name, value) -> document.append(FieldName.encode(name), new BsonBinary(value.toArray())));
    return document;
  }

  private static void copy(BsonDocument document, Map<String, ByteIterator> result) {
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      if (!field.getKey().equals(ID)) {
        result.put(
            FieldName.decode(field.getKey()),
            new ByteArrayByteIterator(field.getValue().asBinary().getData()));
      }
    }
  }
}
