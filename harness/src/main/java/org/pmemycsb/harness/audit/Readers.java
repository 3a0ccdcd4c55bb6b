package org.pmemycsb.harness.audit;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** Read every possible record after the restart. */
final class Readers {
  private static final int ATTEMPTS = 5;
  private static final int PAUSE_MILLIS = 200;
  private static final int SAY_EVERY = 200;

  private final Orders orders;
  private final Consumer<String> reply;
  private final Snapshot found;
  private final AtomicInteger read = new AtomicInteger();

  Readers(Orders orders, Consumer<String> reply) {
    this.orders = orders;
    this.reply = reply;
    this.found =
        new Snapshot(Integer.parseInt(orders.properties().get("recordcount")), orders.fields());
  }

  Snapshot found() {
    return found;
  }

  void run(int thread) throws Exception {
    DB client = orders.connect();
    try {
      FieldValue values = new FieldValue();
      for (int record = thread; record < found.records(); record += orders.threads()) {
        read(client, values, record);
        if (read.incrementAndGet() % SAY_EVERY == 0) {
          reply.accept(Orders.PROGRESS);
        }
      }
    } finally {
      client.cleanup();
    }
  }

  private void read(DB client, FieldValue values, int record) throws InterruptedException {
    Map<String, ByteIterator> result = new HashMap<>();
    Status status = null;
    for (int i = 0; i < ATTEMPTS; i++) {
      result.clear();
      status = client.read(Writer.TABLE, Orders.key(record), null, result);
      if (Status.OK.equals(status) || Status.NOT_FOUND.equals(status)) {
        break;
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    if (Status.NOT_FOUND.equals(status)) {
      found.put(record, Snapshot.ABSENT);
    } else if (!Status.OK.equals(status)) {
      found.put(record, Snapshot.UNREADABLE);
    } else {
      int[] versions = new int[orders.fields()];
      for (int field = 0; field < versions.length; field++) {
        ByteIterator value = result.remove(Writer.fieldName(field));
        versions[field] =
            value == null ? FieldValue.MISSING : values.decode(value.toArray(), record, field);
      }
      found.put(record, result.isEmpty() ? Snapshot.PRESENT : Snapshot.STRANGE, versions);
    }
  }
}
