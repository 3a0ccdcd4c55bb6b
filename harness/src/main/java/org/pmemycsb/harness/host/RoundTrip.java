package org.pmemycsb.harness.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * The time of a byte over loopback to another thread and back, when both threads sleep while they
 * wait. An operation of a server behind one connection takes at least about this long. On machines
 * that wake a sleeping processor up slowly, above all virtual ones, it is most of the operation.
 *
 * <p>The mean and not the median, because there are two kinds of trips. Every few hundred
 * milliseconds, the scheduler moves both threads to one processor, which then never sleeps, or back
 * to two.
 */
public final class RoundTrip {
  // The compiler's threads keep the processors awake for about this time.
  private static final long WARM_UP_NANOS = Duration.ofMillis(100).toNanos();
  private static final long WATCHED_NANOS = Duration.ofMillis(400).toNanos();
  private static final int PATIENCE_MILLIS = 10_000;

  private RoundTrip() {}

  /** The mean in microseconds; empty where loopback fails. It takes half a second. */
  public static Optional<Double> micros() {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket near = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket far = server.accept()) {
      near.setTcpNoDelay(true);
      far.setTcpNoDelay(true);
      near.setSoTimeout(PATIENCE_MILLIS);
      Thread echo = new Thread(() -> echo(far), "echo");
      echo.setDaemon(true);
      echo.start();
      mean(near, WARM_UP_NANOS);
      return Optional.of(mean(near, WATCHED_NANOS) / 1_000);
    } catch (IOException without) {
      return Optional.empty();
    }
  }

  public static String describe(double micros) {
    return String.format(
        Locale.ROOT,
        "%.0f us: with one connection, a server reaches about %,.0f operations per second at most",
        micros,
        1e6 / micros);
  }

  private static double mean(Socket near, long nanos) throws IOException {
    InputStream in = near.getInputStream();
    OutputStream out = near.getOutputStream();
    long begin = System.nanoTime();
    long now = begin;
    long count = 0;
    while (now - begin < nanos) {
      out.write(1);
      if (in.read() < 0) {
        throw new IOException("the other end is gone");
      }
      count++;
      now = System.nanoTime();
    }
    return (double) (now - begin) / count;
  }

  private static void echo(Socket far) {
    try {
      for (int got = far.getInputStream().read(); got >= 0; got = far.getInputStream().read()) {
        far.getOutputStream().write(got);
      }
    } catch (IOException closed) {
      // The measurement is over.
    }
  }
}
