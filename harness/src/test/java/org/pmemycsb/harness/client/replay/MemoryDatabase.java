package org.pmemycsb.harness.client.replay;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.pmemycsb.harness.client.trace.OperationKind;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** A correct database for tests, which says NOT_FOUND for what is not there. */
class MemoryDatabase {
  final ConcurrentNavigableMap<String, Map<String, byte[]>> records = new ConcurrentSkipListMap<>();
  final AtomicInteger open = new AtomicInteger();

  /**
   * A call of a client.
   *
   * @param values the result of a read, or what is written
   * @param answer makes the call as it should be
   */
  record Call(
      int thread,
      String key,
      Set<String> fields,
      Map<String, ByteIterator> values,
      Supplier<Status> answer) {
    Status right() {
      return answer.get();
    }
  }

  /** Makes a call in another way. One that is interrupted fails. */
  interface Change {
    Status make(Call call) throws InterruptedException;
  }

  /** Changes the rows of a scan. */
  interface Rows {
    void change(List<HashMap<String, ByteIterator>> rows, String start, int count);
  }

  Clients clients() {
    return new Clients();
  }

  Clients reading(Change change) {
    return clients().with(OperationKind.READ, change);
  }

  Clients updating(Change change) {
    return clients().updating(change);
  }

  Clients inserting(Change change) {
    return clients().inserting(change);
  }

  Clients deleting(Change change) {
    return clients().with(OperationKind.DELETE, change);
  }

  Clients scanning(Rows change) {
    Clients clients = clients();
    clients.scan = change;
    return clients;
  }

  /** Correct clients, but for the calls that a test changes. */
  final class Clients implements ClientFactory {
    private final Map<OperationKind, Change> changes = new EnumMap<>(OperationKind.class);
    private Rows scan = (rows, start, count) -> {};

    private Clients with(OperationKind kind, Change change) {
      changes.put(kind, change);
      return this;
    }

    Clients reading(Change change) {
      return with(OperationKind.READ, change);
    }

    Clients updating(Change change) {
      return with(OperationKind.UPDATE, change);
    }

    Clients inserting(Change change) {
      return with(OperationKind.INSERT, change);
    }

    @Override
    public DB create(int thread) {
      return new Client() {
        @Override
        public Status read(
            String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
          return make(
              OperationKind.READ,
              key,
              fields,
              result,
              () -> super.read(table, key, fields, result));
        }

        @Override
        public Status scan(
            String table,
            String start,
            int count,
            Set<String> fields,
            Vector<HashMap<String, ByteIterator>> rows) {
          Status status = super.scan(table, start, count, fields, rows);
          scan.change(rows, start, count);
          return status;
        }

        @Override
        public Status update(String table, String key, Map<String, ByteIterator> values) {
          return make(
              OperationKind.UPDATE, key, null, values, () -> super.update(table, key, values));
        }

        @Override
        public Status insert(String table, String key, Map<String, ByteIterator> values) {
          return make(
              OperationKind.INSERT, key, null, values, () -> super.insert(table, key, values));
        }

        @Override
        public Status delete(String table, String key) {
          return make(OperationKind.DELETE, key, null, null, () -> super.delete(table, key));
        }

        private Status make(
            OperationKind kind,
            String key,
            Set<String> fields,
            Map<String, ByteIterator> values,
            Supplier<Status> answer) {
          try {
            return changes
                .getOrDefault(kind, Call::right)
                .make(new Call(thread, key, fields, values, answer));
          } catch (InterruptedException givenUp) {
            return Status.ERROR;
          }
        }
      };
    }
  }

  static HashMap<String, ByteIterator> row(Map<String, byte[]> record) {
    HashMap<String, ByteIterator> row = new HashMap<>();
    record.forEach((field, value) -> row.put(field, new ByteArrayByteIterator(value)));
    return row;
  }

  /** A client that is right. */
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
      result.putAll(row(row));
      if (fields != null) {
        result.keySet().retainAll(fields);
      }
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

    private Map<String, byte[]> drained(Map<String, ByteIterator> values) {
      Map<String, byte[]> drained = new HashMap<>();
      values.forEach((field, value) -> drained.put(field, value.toArray()));
      return drained;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      Map<String, byte[]> drained = drained(values);
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
      return records.putIfAbsent(key, drained(values)) == null ? Status.OK : Status.FORBIDDEN;
    }

    @Override
    public Status delete(String table, String key) {
      return records.remove(key) == null ? Status.NOT_FOUND : Status.OK;
    }
  }
}
