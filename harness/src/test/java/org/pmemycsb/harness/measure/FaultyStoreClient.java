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
  private static final AtomicLong WRITES = new AtomicLong();
  private static final AtomicLong READS = new AtomicLong();
  private static final long TROUBLED = 500;

  private String fault;
  private Map<String, byte[]> earlier;

  /** Of the last read, if this client reuses its buffers. */
  private final List<byte[]> lent = new ArrayList<>();

  /** Empties the store. */
  public static void reset() {
    RECORDS.clear();
    BEFORE.clear();
    WRITES.set(0);
    READS.set(0);
  }

  public static int size() {
    return RECORDS.size();
  }

  /** Removes a record of which no client knows. */
  public static void lose(String key) {
    RECORDS.remove(key);
  }

  @Override
  public void init() throws DBException {
    fault = getProperties().getProperty(FaultyClient.FAULT);
    if (fault.equals("cannot-connect")) {
      throw new DBException("no connection to the store");
    }
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
    boolean troubled = READS.incrementAndGet() % 50 == 0;
    Map<String, byte[]> record =
        fault.equals("returns-stale-values") && troubled
            ? BEFORE.getOrDefault(key, RECORDS.get(key))
            : RECORDS.get(key);
    if (fault.equals("invents-records") && record == null) {
      result.put("field0", new ByteArrayByteIterator(new byte[100]));
      return Status.OK;
    }
    if (record == null || fault.equals("misses-falsely") && troubled) {
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
    Map<String, byte[]> now = bytes(values);
    if (fault.equals("drops-updates") && WRITES.incrementAndGet() % 20 == 0) {
      return Status.OK;
    }
    if (fault.equals("refuses-equal-bytes")) {
      Map<String, byte[]> old = RECORDS.get(key);
      if (now.keySet().stream().anyMatch(name -> Arrays.equals(old.get(name), now.get(name)))) {
        return new Status("EQUAL", "same bytes");
      }
    }
    Map<String, byte[]> made =
        RECORDS.computeIfPresent(
            key,
            (any, old) -> {
              BEFORE.put(key, old);
              Map<String, byte[]> all = new HashMap<>(old);
              all.putAll(now);
              return all;
            });
    return made == null ? Status.NOT_FOUND : Status.OK;
  }

  private Map<String, byte[]> bytes(Map<String, ByteIterator> values) {
    reuse();
    Map<String, byte[]> bytes = new HashMap<>();
    values.forEach((name, value) -> bytes.put(name, value.toArray()));
    return bytes;
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    Map<String, byte[]> record = bytes(values);
    if (fault.equals("fails-once") && WRITES.incrementAndGet() == TROUBLED) {
      return Status.ERROR;
    }
    if (fault.equals("tears-a-value")) {
      byte[] value = record.get("field0");
      value[value.length / 2] ^= 1;
    }
    RECORDS.put(key, fault.equals("mixes-up") && earlier != null ? earlier : record);
    earlier = record;
    return Status.OK;
  }

  @Override
  public Status delete(String table, String key) {
    if (fault.equals("forgets-deletes") && WRITES.incrementAndGet() % 20 == 0) {
      return Status.OK;
    }
    return RECORDS.remove(key) == null ? Status.NOT_FOUND : Status.OK;
  }
}
