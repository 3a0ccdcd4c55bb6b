package org.pmemycsb.pmemkv.ycsb;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import org.pmemycsb.pmemkv.PmemkvEntry;
import org.pmemycsb.pmemkv.PmemkvStore;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * YCSB's view of a pmemkv pool.
 *
 * <table>
 *   <caption>Properties</caption>
 *   <tr><td>{@code pmemkv.dbpath}</td><td>the pool file, or the folder of a volatile engine (vcmap,
 *       vsmap); required</td></tr>
 *   <tr><td>{@code pmemkv.engine}</td><td>an engine of the installed libpmemkv; cmap</td></tr>
 *   <tr><td>{@code pmemkv.dbsize}</td><td>bytes of a pool to be created, also with K, M, G, KiB, MiB
 *       or GiB; by default what the workload's records need, or 1 GiB where that is not known</td>
 *       </tr>
 *   <tr><td>{@code pmemkv.create}</td><td>{@code false} to refuse a pool that is not there;
 *       {@code true}</td></tr>
 * </table>
 *
 * <p>A record is one value, as {@link RecordCodec} writes it. {@code insert} replaces a record that
 * is there; {@code read}, {@code update} and {@code delete} answer NOT_FOUND where there is none.
 * An update keeps the fields it does not name, and no update of another thread is lost. An update
 * that names all fields that the workload's properties ({@code fieldcount}, {@code
 * fieldnameprefix}) give a record replaces the value without reading it.
 *
 * <p>A pool holds one table, the one of the property {@code table}, and its name costs no byte in
 * the keys: an operation on another table is a BAD_REQUEST.
 *
 * <p>Like every YCSB client an instance is for one thread. All instances of a process that have the
 * same pool share one open store, and the last {@link #cleanup} closes it. Closing a volatile store
 * loses its records, so such a store stays open until the process ends, or until a client is opened
 * after the store's folder was removed.
 */
public class PmemkvClient extends DB {
  private final RecordCodec codec = new RecordCodec();

  private SharedStore shared;
  private PmemkvStore store;
  private String table;
  private List<String> fieldNames;

  /** Length that the next value read is expected to have at most. */
  private int expected = 256;

  /** The record that a partial update starts from. */
  private byte[] former = new byte[0];

  @Override
  public void init() throws DBException {
    cleanup();
    Properties properties = getProperties();
    ClientSettings settings = ClientSettings.of(properties == null ? new Properties() : properties);
    table = settings.table();
    fieldNames = settings.fieldNames();
    shared = SharedStore.acquire(settings);
    store = shared.store();
  }

  @Override
  public void cleanup() throws DBException {
    SharedStore mine = shared;
    shared = null;
    store = null;
    if (mine != null) {
      mine.release();
    }
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    if (refuses(table)) {
      return refusal();
    }
    try {
      byte[] name = key.getBytes(UTF_8);
      byte[] value = new byte[expected];
      int length = store.get(name, value);
      while (length > value.length) {
        value = new byte[length];
        length = store.get(name, value);
      }
      if (length < 0) {
        return Status.NOT_FOUND;
      }
      expect(length);
      codec.decode(value, length, fields, result);
      return Status.OK;
    } catch (RuntimeException e) {
      return shared.failed("read", key, e);
    }
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    if (refuses(table)) {
      return refusal();
    }
    try {
      byte[] name = key.getBytes(UTF_8);
      int length = codec.encode(values);
      synchronized (shared.stripe(key)) {
        store.put(name, codec.buffer(), 0, length);
      }
      return Status.OK;
    } catch (RuntimeException e) {
      rewind(values);
      return shared.failed("insert", key, e);
    }
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    if (refuses(table)) {
      return refusal();
    }
    try {
      byte[] name = key.getBytes(UTF_8);
      if (coversAllFields(values)) {
        int length = codec.encode(values);
        synchronized (shared.stripe(key)) {
          return store.replace(name, codec.buffer(), 0, length) ? Status.OK : Status.NOT_FOUND;
        }
      }
      synchronized (shared.stripe(key)) {
        int formerLength = store.get(name, former);
        while (formerLength > former.length) {
          former = new byte[Math.max(formerLength, 2 * former.length)];
          formerLength = store.get(name, former);
        }
        if (formerLength < 0) {
          return Status.NOT_FOUND;
        }
        int length = codec.merge(former, formerLength, values);
        store.put(name, codec.buffer(), 0, length);
      }
      return Status.OK;
    } catch (RuntimeException e) {
      rewind(values);
      return shared.failed("update", key, e);
    }
  }

  @Override
  public Status delete(String table, String key) {
    if (refuses(table)) {
      return refusal();
    }
    try {
      byte[] name = key.getBytes(UTF_8);
      synchronized (shared.stripe(key)) {
        return store.remove(name) ? Status.OK : Status.NOT_FOUND;
      }
    } catch (RuntimeException e) {
      return shared.failed("delete", key, e);
    }
  }

  @Override
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    if (refuses(table)) {
      return refusal();
    }
    try {
      if (!store.sorted()) {
        return Status.NOT_IMPLEMENTED;
      }
      for (PmemkvEntry entry : store.from(startkey.getBytes(UTF_8), true, recordcount)) {
        HashMap<String, ByteIterator> record = new HashMap<>();
        codec.decode(entry.value(), entry.value().length, fields, record);
        result.add(record);
      }
      return Status.OK;
    } catch (RuntimeException e) {
      return shared.failed("scan", startkey, e);
    }
  }

  /** Also true for a client that is not open: the hot path has one test for both. */
  private boolean refuses(String other) {
    if (store == null) {
      return true;
    }
    if (other != table) {
      if (!table.equals(other)) {
        return true;
      }
      // YCSB passes the same object every time, so the next call compares only the reference.
      table = other;
    }
    return false;
  }

  private Status refusal() {
    return store == null ? Status.SERVICE_UNAVAILABLE : Status.BAD_REQUEST;
  }

  private boolean coversAllFields(Map<String, ByteIterator> values) {
    int count = fieldNames.size();
    if (count == 0 || values.size() < count) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      if (!values.containsKey(fieldNames.get(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Grows to the longest value at once and shrinks slowly. So values of one length get an array of
   * exactly that length, and few values of varying length are read twice.
   */
  private void expect(int length) {
    if (length > expected) {
      expected = length;
    } else {
      expected -= (expected - length + 63) >>> 6;
    }
  }

  /**
   * YCSB retries a failed insert with the same iterators. It would store empty fields if they were
   * not reset.
   */
  private static void rewind(Map<String, ByteIterator> values) {
    if (values == null) {
      return;
    }
    for (ByteIterator value : values.values()) {
      try {
        value.reset();
      } catch (RuntimeException e) {
        // This iterator cannot be reset: the next attempt fails or stores less, as with any client.
      }
    }
  }
}
