package org.pmemycsb.harness.client.replay;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.pmemycsb.harness.BoundedCall;
import org.pmemycsb.harness.client.trace.Findings;
import org.pmemycsb.harness.client.trace.RecordShape;
import org.pmemycsb.harness.client.trace.Verifier;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/**
 * Asks a database that has just been started for a record, until the answer is right. Its client
 * stays connected, so that a store in this process stays open. For one thread.
 */
public final class FirstAnswer implements AutoCloseable {
  private static final long PAUSE_MICROS = 200;

  private final Payload payload;
  private final RecordShape shape;
  private final long key;
  private final Duration patience;
  private DB client;
  private long openedAt;
  private long answeredAt;

  /** Why the last answer was not right. */
  private volatile String wrong = "none";

  /**
   * Connects, and waits for the answer.
   *
   * @param key number of a record that is there
   * @throws ReplayException if the client cannot connect, or no right answer comes in this time
   */
  public FirstAnswer(
      ClientFactory clients, Payload payload, RecordShape shape, long key, Duration patience)
      throws ReplayException, InterruptedException {
    this.payload = payload;
    this.shape = shape;
    this.key = key;
    this.patience = patience;
    long end = System.nanoTime() + patience.toNanos();
    try {
      // A server that hangs may leave a client in init or read for ever.
      BoundedCall.<Void, ReplayException>make("first-answer", patience, () -> await(clients, end));
    } catch (TimeoutException late) {
      throw none();
    }
  }

  private Void await(ClientFactory clients, long end) throws ReplayException, InterruptedException {
    client = clients.connect("after the restart");
    openedAt = System.nanoTime();
    boolean answered = false;
    try {
      for (String now = wrong(); !now.isEmpty(); now = wrong()) {
        if (System.nanoTime() - end >= 0) {
          throw none(); // this answer may only say that the client was interrupted
        }
        wrong = now;
        TimeUnit.MICROSECONDS.sleep(PAUSE_MICROS);
      }
      answeredAt = System.nanoTime();
      answered = true;
    } finally {
      if (!answered) {
        close();
      }
    }
    return null;
  }

  private ReplayException none() {
    return new ReplayException(
        "no right answer came in %d s after the restart; the last one: %s"
            .formatted(patience.toSeconds(), wrong),
        null);
  }

  /** When the client was connected, by {@link System#nanoTime}. */
  public long openedAt() {
    return openedAt;
  }

  /** When the answer was there, by {@link System#nanoTime}. */
  public long answeredAt() {
    return answeredAt;
  }

  /** Reads the record; gives what is wrong with the answer, or nothing. */
  private String wrong() {
    Verifier verifier = payload.verifier();
    Map<String, ByteIterator> fields = new HashMap<>();
    Status status = client.read(shape.table(), payload.keys().name(key), null, fields);
    if (status == null || !status.isOk()) {
      return status == null ? "no status" : status.getName();
    }
    Findings findings = new Findings();
    for (int i = 0; i < shape.fieldCount(); i++) {
      int floor = verifier.watches(key) ? verifier.floor(key, i) : 0;
      ByteIterator value = fields.get(shape.fieldNames().get(i));
      verifier.check(key, i, floor, value == null ? null : value.toArray(), findings);
    }
    return findings.examples().isEmpty() ? "" : findings.examples().get(0);
  }

  /** Disconnects; its work is done, so a server that hangs is left. */
  @Override
  public void close() {
    try {
      BoundedCall.<Void, Exception>make(
          "first-answer",
          patience,
          () -> {
            client.cleanup();
            return null;
          });
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (Exception left) {
      return;
    }
  }
}
