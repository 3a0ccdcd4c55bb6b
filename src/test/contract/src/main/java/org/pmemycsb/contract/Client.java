package org.pmemycsb.contract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import org.opentest4j.TestAbortedException;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * A client of the database under test. Values are bytes; here they stand as Latin-1 strings, one
 * character a byte. Belongs to one thread at a time.
 */
final class Client implements AutoCloseable {
  private static final String TABLE = "usertable";

  private final DB db;
  private boolean open;

  Client(DB db) {
    this.db = db;
  }

  record Read(Status status, Map<String, String> fields) {}

  record Scan(Status status, List<Map<String, String>> records) {}

  void init(Properties properties) throws DBException {
    db.setProperties(properties);
    db.init();
    open = true;
  }

  Status insert(String key, Map<String, String> fields) {
    return db.insert(TABLE, key, iterators(fields));
  }

  Status update(String key, Map<String, String> fields) {
    return db.update(TABLE, key, iterators(fields));
  }

  Status delete(String key) {
    return db.delete(TABLE, key);
  }

  Read read(String key) {
    return read(key, null);
  }

  /** Reads some fields, or all if {@code fields} is null. */
  Read read(String key, Set<String> fields) {
    Map<String, ByteIterator> result = new HashMap<>();
    Status status = db.read(TABLE, key, fields, result);
    return new Read(status, strings(result));
  }

  Scan scan(String startKey, int count, Set<String> fields) {
    Vector<HashMap<String, ByteIterator>> result = new Vector<>();
    Status status = db.scan(TABLE, startKey, count, fields, result);
    return new Scan(status, result.stream().map(Client::strings).toList());
  }

  /** Scans; aborts the test where the database has no order. */
  Scan scanIfOrdered(String startKey, int count, Set<String> fields) {
    Scan scan = scan(startKey, count, fields);
    if (Status.NOT_IMPLEMENTED.equals(scan.status())) {
      throw new TestAbortedException("scan is optional: this client answers NOT_IMPLEMENTED");
    }
    return scan;
  }

  void mustInsert(String key, Map<String, String> fields) {
    assertThat(insert(key, fields)).as("insert of %s", key).isEqualTo(Status.OK);
  }

  void mustUpdate(String key, Map<String, String> fields) {
    assertThat(update(key, fields)).as("update of %s", key).isEqualTo(Status.OK);
  }

  void mustDelete(String key) {
    assertThat(delete(key)).as("delete of %s", key).isEqualTo(Status.OK);
  }

  Map<String, String> mustRead(String key) {
    return mustRead(key, null);
  }

  Map<String, String> mustRead(String key, Set<String> fields) {
    Read read = read(key, fields);
    assertThat(read.status()).as("read of %s", key).isEqualTo(Status.OK);
    return read.fields();
  }

  void mustNotFind(String key) {
    assertThat(read(key).status()).as("read of %s", key).isEqualTo(Status.NOT_FOUND);
  }

  private static Map<String, ByteIterator> iterators(Map<String, String> fields) {
    Map<String, ByteIterator> iterators = new HashMap<>();
    fields.forEach(
        (name, value) ->
            iterators.put(name, new ByteArrayByteIterator(value.getBytes(ISO_8859_1))));
    return iterators;
  }

  private static Map<String, String> strings(Map<String, ByteIterator> fields) {
    assertThat(fields).as("fields that were read").doesNotContainValue(null);
    Map<String, String> strings = new TreeMap<>();
    fields.forEach((name, value) -> strings.put(name, new String(value.toArray(), ISO_8859_1)));
    return strings;
  }

  @Override
  public void close() throws DBException {
    if (open) {
      open = false;
      db.cleanup();
    }
  }
}
