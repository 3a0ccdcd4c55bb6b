package org.pmemycsb.adapter.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.Exposure;

/**
 * A Unix socket for a driver that wants a {@link Socket}. Settings that Unix sockets do not have
 * are accepted and have no effect.
 *
 * <p>Reading has no timeout: a channel in blocking mode has none, and a selector costs two more
 * system calls an operation. A read ends when the server dies, but not when the server hangs. For
 * use by one thread.
 */
public final class UnixSocket extends Socket {
  /** The option that chooses between TCP and a Unix socket. */
  public static final String OPTION = "socket";

  // The kernel's room for the address of a socket, less the final zero.
  private static final int LONGEST_PATH_BYTES = 107;

  private final SocketChannel channel;
  private int soTimeout;

  private UnixSocket(SocketChannel channel) {
    this.channel = channel;
  }

  /**
   * Whether {@link #OPTION} asks for a Unix socket.
   *
   * @param database its name in the message
   * @throws DatabaseException if the option is neither {@code tcp}, the default, nor {@code unix}
   */
  public static boolean wanted(String database, Map<String, String> options)
      throws DatabaseException {
    String socket = options.getOrDefault(OPTION, "tcp");
    if (!socket.equals("tcp") && !socket.equals("unix")) {
      throw new DatabaseException(database + ": option socket must be tcp or unix, not " + socket);
    }
    return socket.equals("unix");
  }

  /** Who can connect to a server that has passwords, with {@link #OPTION} among the options. */
  public static Exposure exposure(Map<String, String> options) {
    return "unix".equals(options.get(OPTION)) ? Exposure.MACHINE : Exposure.PASSWORD;
  }

  /**
   * A socket that is connected.
   *
   * @throws IOException if no process listens on it; the message names the path
   */
  public static Socket connect(Path path) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of(path));
      return new UnixSocket(channel);
    } catch (IOException | RuntimeException failure) {
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
    return Channels.newInputStream(channel);
  }

  @Override
  public OutputStream getOutputStream() {
    return Channels.newOutputStream(channel);
  }

  @Override
  public void setSoTimeout(int millis) {
    soTimeout = millis;
  }

  @Override
  public int getSoTimeout() {
    return soTimeout;
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
    channel.close();
  }
}
