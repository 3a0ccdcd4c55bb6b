package org.pmemycsb.adapter.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
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

  private final SocketChannel channel;
  private final Deadline deadline;

  private UnixSocket(SocketChannel channel, Deadline deadline) {
    this.channel = channel;
    this.deadline = deadline;
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
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    Deadline deadline = new Deadline(channel);
    try {
      deadline.limit(CONNECT_MILLIS);
      deadline.keep(() -> channel.connect(UnixDomainSocketAddress.of(path)) ? 1 : 0);
      deadline.limit(0);
      return new UnixSocket(channel, deadline);
    } catch (IOException | RuntimeException failure) {
      deadline.forget();
      channel.close();
      throw new IOException("cannot connect to " + path + ": " + failure.getMessage(), failure);
    }
  }

  /**
   * Refuses a path that is too long for a server to listen on.
   *
   * @throws DatabaseException if it is longer than the kernel takes
   */
  public static Path refuseTooLong(Path path) throws DatabaseException {
    if (path.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH_BYTES) {
      throw new DatabaseException(
          path + " is too long a path for a Unix socket; choose a shorter folder or socket: tcp");
    }
    return path;
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
        return length == 0 ? 0 : deadline.keep(() -> channel.read(buffer));
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
          deadline.keep(() -> channel.write(buffer));
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
    deadline.limit(millis);
  }

  @Override
  public int getSoTimeout() {
    return deadline.limitMillis();
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
    deadline.forget();
    channel.close();
  }
}
