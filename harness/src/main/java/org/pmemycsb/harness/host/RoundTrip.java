package org.pmemycsb.harness.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * How long a byte takes over loopback to another thread and back, when both sleep as they wait.
 * That is the least that an operation of a server behind one connection takes, and on machines that
 * are slow to wake a sleeping processor up, in virtual ones above all, it is most of it.
 */
public final class RoundTrip {
  private static final int WARM_UP = 500;
  private static final int MOST = 2_000;
  private static final long BUDGET_NANOS = Duration.ofMillis(500).toNanos();
  private static final int PATIENCE_MILLIS = 10_000;

  private RoundTrip() {}

  /** The median in microseconds, of what half a second allows; empty where loopback fails. */
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
      return Optional.of(median(near) / 1_000.0);
    } catch (IOException without) {
      return Optional.empty();
    }
  }

  /** For people. */
  public static String describe(double micros) {
    return String.format(
        Locale.ROOT,
        "%.0f us, so that a server behind one connection gives some %,.0f operations per second at"
            + " most",
        micros,
        1e6 / micros);
  }

  private static long median(Socket near) throws IOException {
    InputStream in = near.getInputStream();
    OutputStream out = near.getOutputStream();
    long[] nanos = new long[MOST];
    int count = 0;
    long end = System.nanoTime() + BUDGET_NANOS;
    for (int sent = 0; count < MOST && (count == 0 || System.nanoTime() < end); sent++) {
      long start = System.nanoTime();
      out.write(1);
      if (in.read() < 0) {
        throw new IOException("the other end is gone");
      }
      if (sent >= WARM_UP) {
        nanos[count++] = System.nanoTime() - start;
      }
    }
    Arrays.sort(nanos, 0, count);
    return nanos[count / 2];
  }

  private static void echo(Socket far) {
    try {
      for (int got = far.getInputStream().read(); got >= 0; got = far.getInputStream().read()) {
        far.getOutputStream().write(got);
      }
    } catch (IOException closed) {
      // The other end has what it wanted.
    }
  }
}
