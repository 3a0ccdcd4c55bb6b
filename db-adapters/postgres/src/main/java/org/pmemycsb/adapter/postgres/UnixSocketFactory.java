package org.pmemycsb.adapter.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import javax.net.SocketFactory;
import org.pmemycsb.adapter.support.UnixSocket;

/**
 * Makes Unix sockets for the JDBC driver, which gets the name of this class and the socket's path.
 * The sockets are connected already, to that path and not to the driver's host. Public because the
 * driver makes it.
 */
public final class UnixSocketFactory extends SocketFactory {
  private final Path socket;

  /** For the socket of that path, as the driver hands it over. */
  public UnixSocketFactory(String path) {
    socket = Path.of(path);
  }

  @Override
  public Socket createSocket() throws IOException {
    return UnixSocket.connect(socket);
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return createSocket();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return createSocket();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return createSocket();
  }

  @Override
  public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort)
      throws IOException {
    return createSocket();
  }
}
