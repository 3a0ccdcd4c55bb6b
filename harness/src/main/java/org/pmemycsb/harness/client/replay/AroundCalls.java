package org.pmemycsb.harness.client.replay;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.pmemycsb.harness.client.trace.OperationKind;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/** A client that does something around each call of another client. For one thread. */
public abstract class AroundCalls extends DB {
  private static final Map<String, ByteIterator> NONE = Map.of();

  private final DB client;

  protected AroundCalls(DB client) {
    this.client = client;
  }

  /**
   * @param values which the call writes, still full; empty for a call that writes none
   */
  protected void before(String key, Map<String, ByteIterator> values) {}

  /** Comes behind a call that returned, whatever its status is. */
  protected void after(OperationKind kind, String key) {}

  @Override
  public final void init() throws DBException {
    client.init();
  }

  @Override
  public final void cleanup() throws DBException {
    client.cleanup();
  }

  @Override
  public final Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    before(key, NONE);
    Status status = client.read(table, key, fields, result);
    after(OperationKind.READ, key);
    return status;
  }

  @Override
  public final Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    before(startKey, NONE);
    Status status = client.scan(table, startKey, count, fields, result);
    after(OperationKind.SCAN, startKey);
    return status;
  }

  @Override
  public final Status update(String table, String key, Map<String, ByteIterator> values) {
    before(key, values);
    Status status = client.update(table, key, values);
    after(OperationKind.UPDATE, key);
    return status;
  }

  @Override
  public final Status insert(String table, String key, Map<String, ByteIterator> values) {
    before(key, values);
    Status status = client.insert(table, key, values);
    after(OperationKind.INSERT, key);
    return status;
  }

  @Override
  public final Status delete(String table, String key) {
    before(key, NONE);
    Status status = client.delete(table, key);
    after(OperationKind.DELETE, key);
    return status;
  }
}
