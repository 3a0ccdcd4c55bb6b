package org.pmemycsb.it.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * The client of {@link MemoryServer}; all that is wrong on purpose says so by its defect's name.
 */
public class MemoryClient extends DB {
  private static final Map<String, byte[]> DELETED = Map.of("key", "deleted".getBytes(UTF_8));
  private static volatile Map<String, byte[]> buffer = Map.of();

  /** Operations on clients that had been cleaned up, in all of this JVM. */
  static final AtomicInteger USES_AFTER_CLEANUP = new AtomicInteger();

  private final Map<String, Map<String, byte[]>> unwritten = new TreeMap<>();
  private final List<String> written = new ArrayList<>();
  private final Map<String, Map<String, byte[]>> buried = new TreeMap<>();
  private boolean misses;
  private MemoryServer server;
  private int start;
  private volatile boolean cleanedUp;

  @Override
  public void init() throws DBException {
    server = MemoryServer.of(getProperties().getProperty(MemoryServer.ID));
    if (server == null) {
      if (getProperties().containsKey(MemoryServer.LENIENT)) {
        return;
      }
      throw new DBException("the database is gone");
    }
    if (!server.takes(getProperties())) {
      throw new DBException("the address or the password is wrong");
    }
    start = server.starts();
  }

  @Override
  public void cleanup() {
    cleanedUp = true;
    if (server == null) {
      return;
    }
    synchronized (server.records()) {
      server.records().putAll(unwritten);
      if (has(Defect.CLEANUP_DROPS_WHAT_WAS_WRITTEN)) {
        written.forEach(server.records()::remove);
      }
    }
    if (has(Defect.CLEANUP_CLOSES_THE_CONNECTION_OF_ALL)) {
      server.closeConnectionOfAll();
    }
  }

  private boolean has(Defect defect) {
    return server.has(defect);
  }

  private Status whileUp(boolean insert, String key, Supplier<Status> operation) {
    if (cleanedUp) {
      USES_AFTER_CLEANUP.incrementAndGet();
    }
    if (server == null) {
      return Status.OK;
    }
    boolean lost = has(Defect.NEVER_RECONNECTS) && start != server.starts();
    if (!server.isUp() || lost) {
      if (has(Defect.THROWS_WHEN_KILLED)) {
        throw new IllegalStateException("connection lost");
      }
      return has(Defect.NOT_FOUND_WHEN_KILLED) ? Status.NOT_FOUND : Status.SERVICE_UNAVAILABLE;
    }
    Status status = operation.get();
    if (status.isOk()) {
      server.count(insert, key);
    }
    // A crash in between may have undone it.
    return server.isUp() ? status : Status.SERVICE_UNAVAILABLE;
  }

  private Map<String, Map<String, byte[]>> records() {
    return server.records();
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    return whileUp(
        false,
        key,
        () -> {
          synchronized (records()) {
            Map<String, byte[]> record = unwritten.getOrDefault(key, records().get(keyOf(key)));
            if (record == null && has(Defect.READ_OF_ABSENT_FINDS_ANOTHER_RECORD)) {
              record = records().values().iterator().next();
            }
            if (record != null && misses) {
              misses = false;
              return Status.NOT_FOUND;
            }
            if (record == null) {
              if (has(Defect.READ_OF_FIELDS_OF_ABSENT_IS_OK) && fields != null) {
                return Status.OK;
              }
              return has(Defect.READ_OF_ABSENT_IS_ERROR) ? Status.ERROR : Status.NOT_FOUND;
            }
            give(record, has(Defect.READ_IGNORES_FIELDS) ? null : fields, result);
            return fields != null && result.isEmpty() && has(Defect.ABSENT_FIELDS_ARE_NOT_FOUND)
                ? Status.NOT_FOUND
                : Status.OK;
          }
        });
  }

  private void give(
      Map<String, byte[]> record, Set<String> fields, Map<String, ByteIterator> result) {
    for (String name : fields == null ? record.keySet() : fields) {
      byte[] value = record.get(nameOf(name));
      if (value == null && has(Defect.ABSENT_FIELDS_ARE_EMPTY)) {
        value = new byte[0];
      }
      if (value != null) {
        result.put(name, new ByteArrayByteIterator(value));
      }
    }
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    if (server != null && !server.isOrdered()) {
      return Status.NOT_IMPLEMENTED;
    }
    return whileUp(
        false,
        startKey,
        () -> {
          synchronized (records()) {
            List<String> keys = new ArrayList<>(records().keySet());
            int from = Collections.binarySearch(keys, startKey);
            if (from < 0 && has(Defect.SCAN_NEEDS_ITS_START)) {
              return Status.OK;
            }
            if (from >= 0 && has(Defect.SCAN_LEAVES_OUT_ITS_START)) {
              from++;
            }
            List<String> range = keys.subList(from < 0 ? -from - 1 : from, keys.size());
            if (has(Defect.SCAN_GOES_ROUND)) {
              range = new ArrayList<>(range);
              range.addAll(keys.subList(0, keys.size() - range.size()));
            }
            if (has(Defect.SCAN_IS_BACKWARDS)) {
              range = new ArrayList<>(range);
              Collections.reverse(range);
            }
            int limit = has(Defect.SCAN_IGNORES_ITS_COUNT) ? keys.size() : count;
            for (String key : range.subList(0, Math.min(limit, range.size()))) {
              HashMap<String, ByteIterator> one = new HashMap<>();
              give(records().get(key), has(Defect.SCAN_IGNORES_FIELDS) ? null : fields, one);
              result.add(one);
            }
            return Status.OK;
          }
        });
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    Map<String, byte[]> fields = bytes(values);
    return whileUp(
        false,
        key,
        () -> {
          if (has(Defect.UPDATE_READS_AND_THEN_WRITES)) {
            Map<String, byte[]> read;
            synchronized (records()) {
              read = records().get(keyOf(key));
            }
            pause();
            synchronized (records()) {
              return put(key, merged(read, fields));
            }
          }
          synchronized (records()) {
            Map<String, byte[]> before = unwritten.getOrDefault(key, records().get(keyOf(key)));
            if (before == null && !has(Defect.UPDATE_INSERTS)) {
              return has(Defect.UPDATE_OF_ABSENT_IS_OK) ? Status.OK : Status.NOT_FOUND;
            }
            if (has(Defect.UPDATE_CHANGES_EVERY_RECORD)) {
              records().replaceAll((other, record) -> merged(record, fields));
            }
            return put(key, has(Defect.UPDATE_REPLACES) ? fields : merged(before, fields));
          }
        });
  }

  private static Map<String, byte[]> merged(Map<String, byte[]> old, Map<String, byte[]> fields) {
    Map<String, byte[]> all = new HashMap<>(old == null ? Map.of() : old);
    all.putAll(fields);
    return all;
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    Map<String, byte[]> fields = bytes(values);
    return whileUp(
        true,
        key,
        () -> {
          Map<String, byte[]> record = fields;
          if (has(Defect.THREADS_SHARE_A_BUFFER)) {
            buffer = fields;
            pause();
            record = buffer;
          }
          if (has(Defect.INSERT_LOSES_A_FIELD) && record.size() > 1) {
            record.remove(record.keySet().iterator().next());
          }
          if (has(Defect.WRITES_ARE_KEPT_UNTIL_CLEANUP)) {
            unwritten.put(key, record);
            return Status.OK;
          }
          if (has(Defect.INSERT_IN_TWO_STEPS)) {
            for (Map.Entry<String, byte[]> field : record.entrySet()) {
              synchronized (records()) {
                Map<String, byte[]> one = Map.of(field.getKey(), field.getValue());
                put(key, merged(records().get(keyOf(key)), one));
              }
              pause();
            }
            return Status.OK;
          }
          synchronized (records()) {
            if (has(Defect.INSERT_REFUSES_AN_EXISTING_KEY) && records().containsKey(keyOf(key))) {
              return Status.ERROR;
            }
            written.add(key);
            records().putAll(buried);
            return put(
                key,
                has(Defect.INSERT_MERGES) ? merged(records().get(keyOf(key)), record) : record);
          }
        });
  }

  private Status put(String key, Map<String, byte[]> record) {
    records().put(keyOf(key), record);
    return Status.OK;
  }

  @Override
  public Status delete(String table, String key) {
    return whileUp(
        false,
        key,
        () -> {
          synchronized (records()) {
            Map<String, Map<String, byte[]>> records = records();
            boolean there = records.containsKey(keyOf(key)) || unwritten.containsKey(key);
            if (there && has(Defect.INDEX_KEEPS_DELETED_KEYS)) {
              records.put(keyOf(key), DELETED);
            } else if (there && !has(Defect.DELETE_DOES_NOTHING)) {
              Map<String, byte[]> removed = records.remove(keyOf(key));
              if (removed != null && has(Defect.INSERT_BRINGS_THE_DELETED_BACK)) {
                buried.put(keyOf(key), removed);
              }
              misses = has(Defect.DELETE_HIDES_ANOTHER_RECORD);
              if (removed != null) {
                server.deleted(keyOf(key), removed);
              }
              unwritten.remove(key);
            }
            return there || has(Defect.DELETE_OF_ABSENT_IS_OK) ? Status.OK : Status.NOT_FOUND;
          }
        });
  }

  private String keyOf(String key) {
    return has(Defect.KEYS_ARE_CUT) ? key.substring(0, Math.min(200, key.length())) : key;
  }

  private String nameOf(String name) {
    if (has(Defect.NAMES_END_AT_A_DOT)) {
      return name.replaceFirst("\\..*", "");
    }
    return has(Defect.NAMES_IN_LOWER_CASE) ? name.toLowerCase(Locale.ROOT) : name;
  }

  private Map<String, byte[]> bytes(Map<String, ByteIterator> values) {
    Map<String, byte[]> fields = new HashMap<>();
    if (server == null) {
      return fields;
    }
    values.forEach(
        (name, iterator) -> {
          byte[] value = iterator.toArray();
          if (has(Defect.VALUES_ARE_TEXT)) {
            value = new String(value, UTF_8).getBytes(UTF_8);
          }
          if (has(Defect.VALUES_ARE_CUT) && value.length > 1 << 16) {
            value = Arrays.copyOf(value, 1 << 16);
          }
          if (value.length > 0 || !has(Defect.EMPTY_VALUES_ARE_DROPPED)) {
            fields.put(nameOf(name), value);
          }
        });
    return fields;
  }

  private static void pause() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
