package org.pmemycsb.harness.audit;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.pmemycsb.harness.audit.WriteLog.Write;
import org.pmemycsb.harness.audit.WriteLog.Write.Type;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.workloads.CoreWorkload;

/**
 * A thread that inserts, updates and deletes as fast as the database allows. It has its own
 * records, so the order of the writes to a record is known. It ends with its first unacknowledged
 * write: a killed database answers no more, and no client may repeat a write.
 */
final class Writer {
  static final String TABLE = CoreWorkload.TABLENAME_PROPERTY_DEFAULT;

  private static final int DELETES_PERCENT = 10;
  private static final int WHOLE_UPDATES_PERCENT = 50;

  private final Orders orders;
  private final int thread;
  private final CountDownLatch notYetBegun;
  private final Consumer<String> reply;
  private final DB client;
  private final WriteLog log;
  private final SplittableRandom random;
  private final FieldValue values = new FieldValue();
  private final boolean[] there;

  /**
   * @param notYetBegun counts the threads
   */
  Writer(
      Orders orders, Snapshot known, int thread, CountDownLatch notYetBegun, Consumer<String> reply)
      throws Exception {
    this.orders = orders;
    this.thread = thread;
    this.notYetBegun = notYetBegun;
    this.reply = reply;
    // There is no cleanup, because the process is killed while it writes.
    this.client = orders.connect();
    this.log = WriteLog.open(Orders.log(Path.of(orders.folder()), thread));
    this.random = new SplittableRandom(orders.seed() * 1_000_003 + thread);
    this.there = new boolean[known.records()];
    for (int record = 0; record < there.length; record++) {
      there[record] = !known.absent(record);
    }
  }

  void run() {
    int own = (there.length - thread + orders.threads() - 1) / orders.threads();
    for (int entry = 0; entry < log.capacity(); entry++) {
      Write operation = choose(thread + orders.threads() * random.nextInt(own));
      int version = orders.firstVersion() + entry;
      Map<String, ByteIterator> fields = fields(operation, version);
      String key = Orders.key(operation.record());
      log.begin(entry, operation);
      Status status = perform(operation.type(), key, fields);
      if (!Status.OK.equals(status)) {
        String type = operation.type().name().toLowerCase(Locale.ROOT);
        String answer = status == null ? "nothing" : status.getName();
        reply.accept(Orders.FAILED + "%s of %s was answered with %s".formatted(type, key, answer));
        return;
      }
      log.acknowledge(entry);
      there[operation.record()] = operation.type() != Type.DELETE;
      if (entry == 0) {
        begun();
      }
    }
    reply.accept(Orders.FULL);
  }

  private void begun() {
    notYetBegun.countDown();
    if (thread == 0) {
      awaitOthers();
      reply.accept(Orders.READY);
    }
  }

  private Write choose(int record) {
    if (!there[record]) {
      return new Write(Type.INSERT, record, 0);
    }
    int percent = random.nextInt(100);
    if (percent < DELETES_PERCENT) {
      return new Write(Type.DELETE, record, 0);
    }
    return percent < DELETES_PERCENT + WHOLE_UPDATES_PERCENT
        ? new Write(Type.UPDATE, record, 0)
        : new Write(Type.UPDATE_FIELD, record, random.nextInt(orders.fields()));
  }

  private Map<String, ByteIterator> fields(Write operation, int version) {
    Map<String, ByteIterator> fields = new HashMap<>();
    for (int field = 0; field < orders.fields(); field++) {
      if (operation.writes(field)) {
        int bytes = random.nextInt(FieldValue.MIN_BYTES, orders.maxBytes() + 1);
        fields.put(
            fieldName(field),
            new ByteArrayByteIterator(
                values.encode(operation.record(), field, version, thread, bytes)));
      }
    }
    return fields;
  }

  private Status perform(Type type, String key, Map<String, ByteIterator> fields) {
    return switch (type) {
      case INSERT -> client.insert(TABLE, key, fields);
      case UPDATE, UPDATE_FIELD -> client.update(TABLE, key, fields);
      case DELETE -> client.delete(TABLE, key);
    };
  }

  private void awaitOthers() {
    try {
      notYetBegun.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  static String fieldName(int field) {
    return CoreWorkload.FIELD_NAME_PREFIX_DEFAULT + field;
  }
}
