package org.pmemycsb.adapter.mariadb;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import org.mariadb.jdbc.Configuration;
import org.mariadb.jdbc.util.ConfigurableSocketFactory;
import org.pmemycsb.adapter.support.UnixSocket;

/**
 * Makes Unix sockets for the JDBC driver, which gets the name of this class and the socket's path.
 * The sockets are connected already, to that path and not to the driver's host. Public because the
 * driver makes it.
 */
public final class UnixSocketFactory extends ConfigurableSocketFactory {
  /** The driver's property with the socket's path. */
  static final String PATH = "pmemYcsbSocket";

  private Path socket;

  @Override
  public void setConfiguration(Configuration configuration, String host) {
    socket = Path.of(configuration.nonMappedOptions().getProperty(PATH));
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
