package org.pmemycsb.adapter.inprocess.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * The YCSB client of a key-value store in this process. A record is one value, as {@link
 * RecordCodec} writes it.
 *
 * <p>{@code insert} replaces a record that is there; {@code read}, {@code update} and {@code
 * delete} answer NOT_FOUND where there is none. An update keeps the fields it does not name, and no
 * update of another thread is lost. An update that names all fields that the workload's properties
 * ({@code fieldcount}, {@code fieldnameprefix}) give a record replaces the value without reading
 * it.
 *
 * <p>With the property {@code reusebuffers=true}, the result of a read or a scan is good only until
 * the client's next operation. All then use the same memory, which stays in the processor's cache.
 *
 * <p>Like every YCSB client an instance is for one thread. All instances of a process that have the
 * same store share it, and the last {@link #cleanup} closes it.
 */
public abstract class StoreClient extends DB {
  private static final String REUSE = "reusebuffers";
  // An array has this room beyond the values that asked for it.
  private static final int ROOM = 64;
  // A few long values are no reason to keep more memory.
  private static final int MOST_REUSED = 4 << 20;

  private final RecordCodec codec = new RecordCodec();

  private SharedStore shared;
  private RecordStore store;
  private String table;
  private List<String> fieldNames;

  /** Whether a read or a scan may overwrite the data of the one before. */
  private boolean reuses;

  /** The records of the last scans, if they are reused. */
  private final List<HashMap<String, ByteIterator>> kept = new ArrayList<>();

  /** Takes the values of the next scan, if arrays are reused and they fit. */
  private byte[] scanned = new byte[0];

  /** Holds the record that was read last. */
  private byte[] last = new byte[256];

  /** Length that the next value read is expected to have at most. */
  private int expected = 256;

  @Override
  public void init() throws DBException {
    cleanup();
    Properties properties = getProperties() == null ? new Properties() : getProperties();
    fieldNames = ClientProperties.fieldNames(properties);
    reuses = ClientProperties.flag(properties, REUSE, false);
    shared = acquire(properties);
    table = shared.table;
    try {
      store = shared.view();
    } catch (Exception failure) {
      cleanup();
      throw new DBException(failure.getMessage(), failure);
    }
  }

  /** Opens or shares the store of these properties. */
  protected abstract SharedStore acquire(Properties properties) throws DBException;

  @Override
  public void cleanup() throws DBException {
    if (store != null) {
      store.leave();
      store = null;
    }
    SharedStore mine = shared;
    shared = null;
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
      int length = fetch(name);
      if (length < 0) {
        return Status.NOT_FOUND;
      }
      codec.decode(last, 0, length, fields, result);
      return Status.OK;
    } catch (Exception e) {
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
        return put(name, length);
      }
    } catch (Exception e) {
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
          return done(store.replace(name, codec.buffer(), length));
        }
      }
      synchronized (shared.stripe(key)) {
        int length = fetch(name);
        if (length < 0) {
          return Status.NOT_FOUND;
        }
        return put(name, codec.merge(last, length, values));
      }
    } catch (Exception e) {
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
        return done(store.remove(name));
      }
    } catch (Exception e) {
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
      Rows scan = new Rows(fields);
      store.scan(startkey.getBytes(UTF_8), recordcount, scan);
      scan.addTo(result);
      return Status.OK;
    } catch (Exception e) {
      return shared.failed("scan", startkey, e);
    }
  }

  /** Makes the rows of one scan. */
  private final class Rows implements RecordStore.Values {
    private final List<HashMap<String, ByteIterator>> rows = reuses ? kept : new ArrayList<>();
    private final Set<String> fields;
    private int used;

    /** The length of the values that were copied into {@link #scanned}. */
    private int copied;

    /** The length of those for which it had no room. */
    private long missing;

    Rows(Set<String> fields) {
      this.fields = fields;
    }

    /** Adds all rows at once: a vector takes a lock each time. */
    void addTo(Vector<HashMap<String, ByteIterator>> result) {
      result.addAll(rows.subList(0, used));
      if (reuses && missing > 0 && scanned.length < MOST_REUSED) {
        long room = (scanned.length + missing) / 8 * 9 + 2 * ROOM;
        scanned = new byte[(int) Math.min(MOST_REUSED, room)];
      }
    }

    @Override
    public void accept(byte[] value) {
      codec.decodeOver(value, 0, value.length, fields, row());
    }

    @Override
    public void accept(RecordStore.Source value) {
      byte[] array = reuses ? scanned : new byte[expected];
      int at = reuses ? copied : 0;
      int length = value.copyTo(array, at);
      if (length > array.length - at) {
        array = new byte[length];
        at = 0;
        value.copyTo(array, at);
        missing += length;
      }
      if (array == scanned) {
        copied += length;
      } else {
        expect(length);
      }
      codec.decodeOver(array, at, length, fields, row());
    }

    /** An empty record, or one of an earlier scan. */
    private HashMap<String, ByteIterator> row() {
      if (used == rows.size()) {
        rows.add(new HashMap<>());
      }
      return rows.get(used++);
    }
  }

  /**
   * Reads a record into {@link #last}; returns its length, or a negative number if it is absent.
   */
  private int fetch(byte[] name) throws Exception {
    if (!reuses) {
      last = new byte[expected];
    }
    int length = store.get(name, last);
    while (length > last.length) {
      last = new byte[length];
      length = store.get(name, last);
    }
    if (length >= 0) {
      expect(length);
    }
    return length;
  }

  private Status put(byte[] name, int length) throws Exception {
    store.put(name, codec.buffer(), length);
    shared.written();
    return Status.OK;
  }

  private Status done(boolean found) throws Exception {
    if (found) {
      shared.written();
    }
    return found ? Status.OK : Status.NOT_FOUND;
  }

  /** Also true for a client that is not open: the hot path has one test for both. */
  private boolean refuses(String other) {
    if (store == null) {
      return true;
    }
    if (other != table && table != null) {
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
