package org.pmemycsb.harness.worker;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.pmemycsb.harness.result.Counts;
import org.pmemycsb.harness.trace.OperationKind;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/** A client whose calls are metered. It is slow, so measured phases do not use it. */
final class MeteredClient extends DB {
  private final DB client;
  private final Meter meter;

  MeteredClient(DB client, Meter meter) {
    this.client = client;
    this.meter = meter;
  }

  @Override
  public void init() throws DBException {
    client.init();
  }

  @Override
  public void cleanup() throws DBException {
    client.cleanup();
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    Counts before = meter.begins();
    Status status = client.read(table, key, fields, result);
    meter.ended(OperationKind.READ, before, 0);
    return status;
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    Counts before = meter.begins();
    Status status = client.scan(table, startKey, count, fields, result);
    meter.ended(OperationKind.SCAN, before, 0);
    return status;
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    long bytes = bytes(key, values);
    Counts before = meter.begins();
    Status status = client.update(table, key, values);
    meter.ended(OperationKind.UPDATE, before, bytes);
    return status;
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    long bytes = bytes(key, values);
    Counts before = meter.begins();
    Status status = client.insert(table, key, values);
    meter.ended(OperationKind.INSERT, before, bytes);
    return status;
  }

  @Override
  public Status delete(String table, String key) {
    Counts before = meter.begins();
    Status status = client.delete(table, key);
    meter.ended(OperationKind.DELETE, before, 0);
    return status;
  }

  /** Before the call, which empties the iterators. */
  private static long bytes(String key, Map<String, ByteIterator> values) {
    return key.length() + values.values().stream().mapToLong(ByteIterator::bytesLeft).sum();
  }
}
