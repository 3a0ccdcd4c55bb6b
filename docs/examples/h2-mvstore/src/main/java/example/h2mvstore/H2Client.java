package example.h2mvstore;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.function.Supplier;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVStoreException;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/** The YCSB client. It works under the stock YCSB as well, with the two properties below. */
public final class H2Client extends DB {
  /** The file of the store, which must be there. */
  static final String FILE = "h2mvstore.file";

  /** Whether a write is synced before it is acknowledged. */
  static final String SYNC = "h2mvstore.sync";

  private H2Store store;
  private boolean sync;

  @Override
  public void init() throws DBException {
    String name = getProperties().getProperty(FILE);
    if (name == null || !Files.exists(Path.of(name))) {
      throw new DBException("h2-mvstore: there is no store " + name);
    }
    sync = Boolean.parseBoolean(getProperties().getProperty(SYNC));
    try {
      store = H2Store.enter(Path.of(name));
    } catch (MVStoreException failure) {
      throw new DBException("h2-mvstore: " + failure.getMessage(), failure);
    }
  }

  @Override
  public void cleanup() {
    store.leave();
  }

  /** Every failure is a Status, which the harness counts. */
  private static Status attempt(Supplier<Status> operation) {
    try {
      return operation.get();
    } catch (MVStoreException failure) {
      return new Status(Status.ERROR.getName(), failure.getMessage());
    }
  }

  private Status acknowledged(boolean done) {
    if (!done) {
      return Status.NOT_FOUND;
    }
    if (sync) {
      store.sync();
    }
    return Status.OK;
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return attempt(
        () -> {
          store.put(key, bytes(values));
          return acknowledged(true);
        });
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return attempt(() -> acknowledged(store.merge(key, bytes(values))));
  }

  @Override
  public Status delete(String table, String key) {
    return attempt(() -> acknowledged(store.remove(key)));
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    return attempt(
        () -> {
          Map<String, byte[]> record = store.read(key);
          if (record == null) {
            return Status.NOT_FOUND;
          }
          give(record, fields, result);
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
    return attempt(
        () -> {
          Cursor<String, byte[]> records = store.from(startKey);
          for (int i = 0; i < count && records.hasNext(); i++) {
            records.next();
            HashMap<String, ByteIterator> row = new HashMap<>();
            give(H2Store.fields(records.getValue()), fields, row);
            result.add(row);
          }
          return Status.OK;
        });
  }

  /** The values, copied: an iterator is good only as long as the call. */
  private static Map<String, byte[]> bytes(Map<String, ByteIterator> values) {
    Map<String, byte[]> all = new HashMap<>();
    values.forEach((name, value) -> all.put(name, value.toArray()));
    return all;
  }

  /** Gives the fields that were asked for; null is all of them. */
  private static void give(
      Map<String, byte[]> record, Set<String> wanted, Map<String, ByteIterator> result) {
    record.forEach(
        (name, value) -> {
          if (wanted == null || wanted.contains(name)) {
            result.put(name, new ByteArrayByteIterator(value));
          }
        });
  }
}
