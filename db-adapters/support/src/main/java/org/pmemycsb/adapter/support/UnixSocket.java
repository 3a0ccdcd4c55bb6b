package org.pmemycsb.adapter.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Option;
import org.pmemycsb.spi.Trait;
import org.pmemycsb.spi.Traits;

/**
 * A Unix socket for a driver that wants a {@link Socket}. Settings that Unix sockets do not have
 * are accepted and have no effect.
 *
 * <p>{@link #setSoTimeout} limits a read and also a write, which waits for a server that hangs as
 * well. Unlike other sockets, this one is closed then. For use by one thread.
 *
 * <p>A channel in blocking mode has no timeout. With a selector, each read would take two more
 * system calls, and operations are measured. Here a call only notes its begin. One thread of the
 * JVM looks at all sockets, so a call may end late by {@value #LOOK_MILLIS} ms.
 */
public final class UnixSocket extends Socket {
  /** The option that chooses between TCP and a Unix socket. */
  public static final Option OPTION =
      Option.oneOf(
          "socket", "of the clients: over loopback (tcp, the default), or unix", "tcp", "unix");

  // The kernel's room for the address of a socket, less the final zero.
  private static final int LONGEST_PATH_BYTES = 107;
  // A server that hangs accepts no connection once its queue is full.
  private static final int CONNECT_MILLIS = 10_000;
  private static final long LOOK_MILLIS = 100;
  private static final long IDLE = 0;
  private static final Set<UnixSocket> LIMITED = ConcurrentHashMap.newKeySet();

  private static Thread looker;

  private final SocketChannel channel;
  private volatile long patienceNanos;

  /** The begin of the call that is made, or {@link #IDLE}. */
  private volatile long since;

  private volatile boolean missed;

  private UnixSocket(SocketChannel channel) {
    this.channel = channel;
  }

  /** Whether {@link #OPTION} asks for a Unix socket. */
  public static boolean wanted(Map<String, String> options) {
    return "unix".equals(options.get(OPTION.name()));
  }

  /** Traits of a server that listens and has passwords, unless {@link #OPTION} keeps it local. */
  public static Traits listening(Traits of, Map<String, String> options) {
    return wanted(options) ? of : of.with(Trait.LISTENS);
  }

  /**
   * A socket that is connected.
   *
   * @throws IOException if no process listens on it, or accepts the connection; the message names
   *     the path
   */
  public static Socket connect(Path path) throws IOException {
    UnixSocket socket = new UnixSocket(SocketChannel.open(StandardProtocolFamily.UNIX));
    try {
      socket.setSoTimeout(CONNECT_MILLIS);
      socket.limited(() -> socket.channel.connect(UnixDomainSocketAddress.of(path)) ? 1 : 0);
      socket.setSoTimeout(0);
      return socket;
    } catch (IOException | RuntimeException failure) {
      socket.close();
      throw new IOException("cannot connect to " + path + ": " + failure.getMessage(), failure);
    }
  }

  /** Refuses a path that is too long for the kernel. */
  public static Path refuseTooLong(Path path) throws DatabaseException {
    if (path.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH_BYTES) {
      throw new DatabaseException(
          path + " is too long a path for a Unix socket; choose a shorter folder or socket: tcp");
    }
    return path;
  }

  /** A call on the channel. */
  @FunctionalInterface
  private interface Call {
    int make() throws IOException;
  }

  /** Makes a call, within the timeout. */
  private int limited(Call call) throws IOException {
    since = System.nanoTime() | 1;
    try {
      return call.make();
    } catch (IOException closed) {
      if (missed) {
        SocketTimeoutException late =
            new SocketTimeoutException("no answer within " + getSoTimeout() + " ms");
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
      try {
        close();
      } catch (IOException closed) {
        return;
      }
    }
  }

  private static synchronized void look() {
    if (looker == null) {
      looker = new Thread(UnixSocket::lookForEver, "unix-socket-deadlines");
      looker.setDaemon(true);
      looker.start();
    }
  }

  private static void lookForEver() {
    while (true) {
      LIMITED.forEach(UnixSocket::closeIfLate);
      try {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      } catch (InterruptedException impossible) {
        continue; // this class alone holds the thread
      }
    }
  }

  @Override
  public InputStream getInputStream() {
    return new InputStream() {
      private final byte[] one = new byte[1];

      @Override
      public int read() throws IOException {
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] to, int offset, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(to, offset, length);
        return length == 0 ? 0 : limited(() -> channel.read(buffer));
      }

      @Override
      public void close() throws IOException {
        UnixSocket.this.close();
      }
    };
  }

  @Override
  public OutputStream getOutputStream() {
    return new OutputStream() {
      @Override
      public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
      }

      @Override
      public void write(byte[] from, int offset, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(from, offset, length);
        while (buffer.hasRemaining()) {
          limited(() -> channel.write(buffer));
        }
      }

      @Override
      public void close() throws IOException {
        UnixSocket.this.close();
      }
    };
  }

  /** As in the class comment; 0 for no limit. */
  @Override
  public void setSoTimeout(int millis) {
    patienceNanos = TimeUnit.MILLISECONDS.toNanos(millis);
    if (millis > 0 && LIMITED.add(this)) {
      look();
    }
  }

  @Override
  public int getSoTimeout() {
    return (int) TimeUnit.NANOSECONDS.toMillis(patienceNanos);
  }

  @Override
  public void setTcpNoDelay(boolean on) {
    // A Unix socket delays nothing.
  }

  @Override
  public void setKeepAlive(boolean on) {
    // The kernel tells each end when the other one is gone.
  }

  @Override
  public void setSendBufferSize(int bytes) throws SocketException {
    option(() -> channel.setOption(StandardSocketOptions.SO_SNDBUF, bytes));
  }

  @Override
  public int getSendBufferSize() throws SocketException {
    return option(() -> channel.getOption(StandardSocketOptions.SO_SNDBUF));
  }

  @Override
  public void setReceiveBufferSize(int bytes) throws SocketException {
    option(() -> channel.setOption(StandardSocketOptions.SO_RCVBUF, bytes));
  }

  @Override
  public int getReceiveBufferSize() throws SocketException {
    return option(() -> channel.getOption(StandardSocketOptions.SO_RCVBUF));
  }

  private static <T> T option(Callable<T> access) throws SocketException {
    try {
      return access.call();
    } catch (Exception failure) {
      SocketException wrapped = new SocketException(failure.getMessage());
      wrapped.initCause(failure);
      throw wrapped;
    }
  }

  @Override
  public boolean isConnected() {
    return channel.isConnected();
  }

  @Override
  public boolean isBound() {
    return channel.isConnected();
  }

  @Override
  public boolean isClosed() {
    return !channel.isOpen();
  }

  @Override
  public void close() throws IOException {
    LIMITED.remove(this);
    channel.close();
  }
}
