package org.pmemycsb.harness.client.replay;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.pmemycsb.harness.BoundedCall;
import org.pmemycsb.harness.client.trace.Findings;
import org.pmemycsb.harness.client.trace.RecordShape;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * The first right answer of a database that has just been started.
 *
 * @param client stays connected, so that a store in this process stays open
 * @param openedAt when the client was connected, by {@link System#nanoTime}
 * @param answeredAt when the answer was there
 */
public record FirstAnswer(DB client, long openedAt, long answeredAt, Duration patience)
    implements AutoCloseable {
  private static final long PAUSE_MICROS = 200;

  /**
   * Connects, and asks for a record until the answer is right.
   *
   * @param key number of a record that is there
   * @throws ReplayException if the client cannot connect, or no right answer comes in this time
   */
  public static FirstAnswer ask(
      ClientFactory clients, Payload payload, RecordShape shape, long key, Duration patience)
      throws ReplayException, InterruptedException {
    AtomicReference<String> wrong = new AtomicReference<>("none");
    long end = System.nanoTime() + patience.toNanos();
    try {
      // A server that hangs may leave a client in init or read for ever.
      return BoundedCall.<FirstAnswer, ReplayException>make(
          "first-answer",
          patience,
          () -> 0,
          FirstAnswer::close,
          () -> {
            DB client = clients.connect("after the restart");
            long openedAt = System.nanoTime();
            try {
              for (String now = wrong(client, payload, shape, key);
                  !now.isEmpty();
                  now = wrong(client, payload, shape, key)) {
                if (System.nanoTime() - end >= 0) {
                  throw none(patience, wrong.get()); // this answer may only tell of an interrupt
                }
                wrong.set(now);
                TimeUnit.MICROSECONDS.sleep(PAUSE_MICROS);
              }
            } catch (Throwable given) {
              new FirstAnswer(client, openedAt, 0, patience).close();
              throw given;
            }
            return new FirstAnswer(client, openedAt, System.nanoTime(), patience);
          });
    } catch (TimeoutException late) {
      throw none(patience, wrong.get());
    }
  }

  private static ReplayException none(Duration patience, String wrong) {
    return new ReplayException(
        "no right answer came in %d s after the restart; the last one: %s"
            .formatted(patience.toSeconds(), wrong),
        null);
  }

  /** Reads the record; gives what is wrong with the answer, or nothing. */
  private static String wrong(DB client, Payload payload, RecordShape shape, long key) {
    Map<String, ByteIterator> fields = new HashMap<>();
    Findings findings = new Findings();
    ReadCheck check = new ReadCheck(payload, shape.fieldNames(), findings);
    check.begin(key, -1);
    Status status = client.read(shape.table(), payload.keys().name(key), null, fields);
    if (status == null || !status.isOk()) {
      return status == null ? "no status" : status.getName();
    }
    check.check(fields);
    return findings.examples().isEmpty() ? "" : findings.examples().get(0);
  }

  /** Disconnects, also in an interrupted thread. A server that hangs is left. */
  @Override
  public void close() {
    try {
      ClientFactory.disconnect(client, "after the restart", patience);
    } catch (ReplayException left) {
      return;
    }
  }
}
