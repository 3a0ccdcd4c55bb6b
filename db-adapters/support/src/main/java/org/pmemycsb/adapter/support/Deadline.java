package org.pmemycsb.adapter.support;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.Channel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Closes a channel whose call lasts for too long, so that the call ends.
 *
 * <p>A channel in blocking mode has no timeout. With a selector, each read would take two more
 * system calls, and operations are measured. Here a call only notes its begin. One thread of the
 * JVM looks at all open channels, so a call may end late by {@value #LOOK_MILLIS} ms. One call at a
 * time.
 */
final class Deadline {
  private static final long LOOK_MILLIS = 100;
  private static final long IDLE = 0;
  private static final Set<Deadline> OPEN = ConcurrentHashMap.newKeySet();

  private static Thread looker;

  private final Channel channel;
  private volatile long patienceNanos;

  /** The begin of the call that is made, or {@link #IDLE}. */
  private volatile long since;

  private volatile boolean missed;

  /** A call on the channel. */
  @FunctionalInterface
  interface Call {
    int make() throws IOException;
  }

  Deadline(Channel channel) {
    this.channel = channel;
  }

  /**
   * @param millis the longest time of a call; 0 for no limit
   */
  void limit(int millis) {
    patienceNanos = TimeUnit.MILLISECONDS.toNanos(millis);
    if (millis > 0 && OPEN.add(this)) {
      look();
    }
  }

  int limitMillis() {
    return (int) TimeUnit.NANOSECONDS.toMillis(patienceNanos);
  }

  /** The channel is closed. */
  void forget() {
    OPEN.remove(this);
  }

  /**
   * Makes a call.
   *
   * @throws SocketTimeoutException if it lasts too long; the channel is closed then
   */
  int keep(Call call) throws IOException {
    since = System.nanoTime() | 1;
    try {
      return call.make();
    } catch (IOException closed) {
      if (missed) {
        SocketTimeoutException late =
            new SocketTimeoutException("no answer within " + limitMillis() + " ms");
        late.initCause(closed);
        throw late;
      }
      throw closed;
    } finally {
      since = IDLE;
    }
  }

  private void closeIfLate() {
    long patience = patienceNanos;
    long begin = since;
    if (begin != IDLE && patience > 0 && System.nanoTime() - begin > patience) {
      missed = true;
      OPEN.remove(this);
      try {
        channel.close();
      } catch (IOException closed) {
        return;
      }
    }
  }

  private static synchronized void look() {
    if (looker == null) {
      looker = new Thread(Deadline::lookForEver, "unix-socket-deadlines");
      looker.setDaemon(true);
      looker.start();
    }
  }

  private static void lookForEver() {
    while (true) {
      OPEN.forEach(Deadline::closeIfLate);
      try {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      } catch (InterruptedException nobody) {
        continue; // nobody knows this thread
      }
    }
  }
}
