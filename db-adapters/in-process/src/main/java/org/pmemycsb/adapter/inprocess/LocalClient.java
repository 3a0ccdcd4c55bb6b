package org.pmemycsb.adapter.inprocess;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.stream.IntStream;
import org.pmemycsb.adapter.support.Failures;
import org.pmemycsb.pmemkv.ycsb.RecordCodec;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.workloads.CoreWorkload;

/**
 * The YCSB client of a store within its own process. One instance is for one thread; all instances
 * of a process that name the same store share it, and the last {@link #cleanup} closes it.
 *
 * <p>An update that names all fields that the workload gives a record replaces the value without
 * reading it. Another update reads, merges and writes under a lock of the key.
 */
public abstract class LocalClient extends DB {
  private final LocalAdapter adapter;
  private final RecordCodec codec = new RecordCodec();

  private SharedStore shared;
  private LocalStore.Session session;
  private List<String> fieldNames = List.of();

  /** A client of the stores that this adapter opens. */
  protected LocalClient(LocalAdapter adapter) {
    this.adapter = adapter;
  }

  @Override
  public void init() throws DBException {
    cleanup();
    Properties properties = getProperties();
    String prefix =
        properties.getProperty(
            CoreWorkload.FIELD_NAME_PREFIX, CoreWorkload.FIELD_NAME_PREFIX_DEFAULT);
    int fields =
        Integer.parseInt(
            properties.getProperty(
                CoreWorkload.FIELD_COUNT_PROPERTY, CoreWorkload.FIELD_COUNT_PROPERTY_DEFAULT));
    fieldNames = IntStream.range(0, fields).mapToObj(i -> prefix + i).toList();
    shared = SharedStore.acquire(adapter, properties);
    try {
      session = shared.store().session();
    } catch (Exception failure) {
      cleanup();
      throw new DBException(adapter.name() + ": " + Failures.oneLine(failure), failure);
    }
  }

  @Override
  public void cleanup() throws DBException {
    if (session != null) {
      session.close();
      session = null;
    }
    if (shared != null) {
      shared.release();
      shared = null;
    }
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    return attempt(
        "read",
        key,
        name -> {
          byte[] record = session.get(name);
          if (record == null) {
            return Status.NOT_FOUND;
          }
          codec.decode(record, record.length, fields, result);
          return Status.OK;
        });
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    Status status =
        attempt(
            "insert",
            key,
            name -> {
              int length = codec.encode(values);
              synchronized (shared.stripe(key)) {
                return put(name, length);
              }
            });
    if (!status.isOk()) {
      rewind(values);
    }
    return status;
  }

  /** YCSB tries a failed insert again with the same iterators. */
  private static void rewind(Map<String, ByteIterator> values) {
    for (ByteIterator value : values.values()) {
      try {
        value.reset();
      } catch (RuntimeException cannot) {
        // The next attempt fails, as with any client.
        continue;
      }
    }
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    boolean whole = !fieldNames.isEmpty() && values.keySet().containsAll(fieldNames);
    return attempt(
        "update",
        key,
        name -> {
          int length = whole ? codec.encode(values) : 0;
          synchronized (shared.stripe(key)) {
            if (whole) {
              return session.contains(name) ? put(name, length) : Status.NOT_FOUND;
            }
            byte[] former = session.get(name);
            return former == null
                ? Status.NOT_FOUND
                : put(name, codec.merge(former, former.length, values));
          }
        });
  }

  @Override
  public Status delete(String table, String key) {
    return attempt(
        "delete",
        key,
        name -> {
          synchronized (shared.stripe(key)) {
            if (!session.contains(name)) {
              return Status.NOT_FOUND;
            }
            session.delete(name);
            shared.written();
            return Status.OK;
          }
        });
  }

  @Override
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return attempt(
        "scan",
        startkey,
        name -> {
          session.scan(
              name,
              recordcount,
              record -> {
                HashMap<String, ByteIterator> found = new HashMap<>();
                codec.decode(record, record.length, fields, found);
                result.add(found);
              });
          return Status.OK;
        });
  }

  private Status put(byte[] name, int length) throws Exception {
    session.put(name, codec.buffer(), length);
    shared.written();
    return Status.OK;
  }

  private interface Operation {
    Status run(byte[] name) throws Exception;
  }

  private Status attempt(String operation, String key, Operation work) {
    if (session == null) {
      return Status.SERVICE_UNAVAILABLE;
    }
    try {
      return work.run(key.getBytes(UTF_8));
    } catch (Exception failure) {
      shared.failed(operation, key, failure);
      return Status.ERROR;
    }
  }
}
