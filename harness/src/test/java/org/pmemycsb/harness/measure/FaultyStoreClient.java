package org.pmemycsb.harness.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * A store in the memory of the process, with the fault that property {@link FaultyClient#FAULT}
 * names. All its clients share one store.
 */
public final class FaultyStoreClient extends DB {
  private static final Map<String, Map<String, byte[]>> RECORDS = new ConcurrentHashMap<>();
  private static final Map<String, Map<String, byte[]>> BEFORE = new ConcurrentHashMap<>();
  private static final AtomicLong UPDATES = new AtomicLong();
  private static final AtomicLong READS = new AtomicLong();

  private String fault;

  /** Of the last read, if this client reuses its buffers. */
  private final List<byte[]> lent = new ArrayList<>();

  /** Empties the store. */
  public static void reset() {
    RECORDS.clear();
    BEFORE.clear();
    UPDATES.set(0);
    READS.set(0);
  }

  /** Removes a record of which no client knows. */
  public static void lose(String key) {
    RECORDS.remove(key);
  }

  @Override
  public void init() throws DBException {
    fault = getProperties().getProperty(FaultyClient.FAULT);
    if (fault.equals("reuses-buffers")
        && !"true".equals(getProperties().getProperty("reusebuffers"))) {
      throw new DBException("nobody allowed to reuse buffers");
    }
  }

  /** Where buffers are reused, the result of the read before is no longer good. */
  private void reuse() {
    lent.forEach(value -> Arrays.fill(value, (byte) 0));
    lent.clear();
  }

  private byte[] lend(byte[] value) {
    if (!fault.equals("reuses-buffers")) {
      return value;
    }
    byte[] copy = value.clone();
    lent.add(copy);
    return copy;
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    reuse();
    boolean stale = fault.equals("returns-stale-values") && READS.incrementAndGet() % 50 == 0;
    Map<String, byte[]> record =
        stale ? BEFORE.getOrDefault(key, RECORDS.get(key)) : RECORDS.get(key);
    if (fault.equals("invents-records") && record == null) {
      result.put("field0", new ByteArrayByteIterator(new byte[100]));
      return Status.OK;
    }
    if (record == null || fault.equals("misses-falsely") && READS.incrementAndGet() % 50 == 0) {
      return Status.NOT_FOUND;
    }
    record.forEach((name, value) -> result.put(name, new ByteArrayByteIterator(lend(value))));
    return Status.OK;
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return Status.NOT_IMPLEMENTED;
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    reuse();
    // Two threads may change two fields of one record.
    synchronized (RECORDS) {
      return change(key, values);
    }
  }

  private Status change(String key, Map<String, ByteIterator> values) {
    Map<String, byte[]> old = RECORDS.get(key);
    if (old == null) {
      return Status.NOT_FOUND;
    }
    if (fault.equals("drops-updates") && UPDATES.incrementAndGet() % 20 == 0) {
      return Status.OK;
    }
    Map<String, byte[]> record = new HashMap<>(old);
    values.forEach((name, value) -> record.put(name, value.toArray()));
    if (fault.equals("refuses-equal-bytes")
        && values.keySet().stream().anyMatch(name -> isEqual(name, old, record))) {
      return new Status("EQUAL", "same bytes");
    }
    BEFORE.put(key, old);
    RECORDS.put(key, record);
    return Status.OK;
  }

  private static boolean isEqual(String field, Map<String, byte[]> old, Map<String, byte[]> now) {
    return Arrays.equals(old.get(field), now.get(field));
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    reuse();
    Map<String, byte[]> record = new HashMap<>();
    values.forEach((name, value) -> record.put(name, value.toArray()));
    if (fault.equals("tears-a-value")) {
      byte[] value = record.get("field0");
      value[value.length / 2] ^= 1;
    }
    RECORDS.put(key, record);
    return Status.OK;
  }

  @Override
  public Status delete(String table, String key) {
    if (fault.equals("forgets-deletes") && UPDATES.incrementAndGet() % 20 == 0) {
      return Status.OK;
    }
    return RECORDS.remove(key) == null ? Status.NOT_FOUND : Status.OK;
  }
}
