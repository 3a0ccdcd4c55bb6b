package org.pmemycsb.harness.client.replay;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** A correct database for tests, which says NOT_FOUND for what is not there. */
class MemoryDatabase {
  final ConcurrentNavigableMap<String, Map<String, byte[]>> records = new ConcurrentSkipListMap<>();
  final AtomicInteger open = new AtomicInteger();

  /** A client; tests override what shall go wrong. */
  class Client extends DB {
    @Override
    public void init() {
      open.incrementAndGet();
    }

    @Override
    public void cleanup() {
      open.decrementAndGet();
    }

    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      Map<String, byte[]> row = records.get(key);
      if (row == null) {
        return Status.NOT_FOUND;
      }
      copy(row, fields, result);
      return Status.OK;
    }

    private void copy(
        Map<String, byte[]> row, Set<String> fields, Map<String, ByteIterator> result) {
      row.forEach(
          (field, value) -> {
            if (fields == null || fields.contains(field)) {
              result.put(field, new ByteArrayByteIterator(value));
            }
          });
    }

    @Override
    public Status scan(
        String table,
        String startkey,
        int recordcount,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> result) {
      for (Map<String, byte[]> row : records.tailMap(startkey).values()) {
        if (result.size() == recordcount) {
          break;
        }
        HashMap<String, ByteIterator> copied = new HashMap<>();
        copy(row, fields, copied);
        result.add(copied);
      }
      return Status.OK;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      Map<String, byte[]> drained = new HashMap<>();
      values.forEach((field, value) -> drained.put(field, value.toArray()));
      return records.computeIfPresent(
                  key,
                  (k, row) -> {
                    Map<String, byte[]> merged = new HashMap<>(row);
                    merged.putAll(drained);
                    return merged;
                  })
              == null
          ? Status.NOT_FOUND
          : Status.OK;
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      Map<String, byte[]> row = new HashMap<>();
      values.forEach((field, value) -> row.put(field, value.toArray()));
      return records.putIfAbsent(key, row) == null ? Status.OK : Status.FORBIDDEN;
    }

    @Override
    public Status delete(String table, String key) {
      return records.remove(key) == null ? Status.NOT_FOUND : Status.OK;
    }
  }
}
