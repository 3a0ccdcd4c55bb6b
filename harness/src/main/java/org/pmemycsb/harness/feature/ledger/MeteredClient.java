package org.pmemycsb.harness.feature.ledger;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.function.Supplier;
import org.pmemycsb.harness.client.trace.OperationKind;
import org.pmemycsb.harness.result.Counts;
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
    return metered(OperationKind.READ, 0, () -> client.read(table, key, fields, result));
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return metered(
        OperationKind.SCAN, 0, () -> client.scan(table, startKey, count, fields, result));
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return metered(
        OperationKind.UPDATE, bytes(key, values), () -> client.update(table, key, values));
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return metered(
        OperationKind.INSERT, bytes(key, values), () -> client.insert(table, key, values));
  }

  @Override
  public Status delete(String table, String key) {
    return metered(OperationKind.DELETE, 0, () -> client.delete(table, key));
  }

  private Status metered(OperationKind kind, long bytes, Supplier<Status> call) {
    Counts before = meter.begins();
    Status status = call.get();
    meter.ended(kind, before, bytes);
    return status;
  }

  /** Before the call, which empties the iterators. */
  private static long bytes(String key, Map<String, ByteIterator> values) {
    return key.length() + values.values().stream().mapToLong(ByteIterator::bytesLeft).sum();
  }
}
