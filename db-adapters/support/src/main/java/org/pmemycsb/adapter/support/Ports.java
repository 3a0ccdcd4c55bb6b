package org.pmemycsb.adapter.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.pmemycsb.spi.DatabaseException;
import org.pmemycsb.spi.ServerSettings;

/** Finds TCP ports of this machine on which no process listens. */
@FunctionalInterface
public interface Ports {
  /** The attempts of {@link #use}. */
  int ATTEMPTS = 5;

  /** The address of the loopback interface, on which servers listen unless told otherwise. */
  String HERE = "127.0.0.1";

  /** Asks the kernel for a port of the loopback interface. */
  Ports LOOPBACK = at(HERE);

  /** Asks the kernel for a port of an address of this machine. */
  static Ports at(String address) {
    return () -> {
      try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName(address))) {
        return probe.getLocalPort();
      } catch (IOException failure) {
        throw new DatabaseException(
            "there is no free port at %s: %s".formatted(address, failure.getMessage()), failure);
      }
    };
  }

  /** The address on which a server listens. */
  static String address(ServerSettings settings) {
    return settings.listen().orElse(HERE);
  }

  /** Says in a configuration whose clients reach this address. */
  static String comment(ServerSettings settings) {
    return settings.listen().isPresent()
        ? "The listen address of the cluster. Clients have the password of this start."
        : "Only this machine can connect.";
  }

  /** The ports that a server may try. A server that has only a Unix socket gets 0. */
  static Ports of(ServerSettings settings) {
    return UnixSocket.wanted(settings.options()) ? () -> 0 : at(address(settings));
  }

  /** An address and a port as URLs have them. */
  static String inUrl(String address, int port) {
    return (address.contains(":") ? "[" + address + "]" : address) + ":" + port;
  }

  /** A port that is free now. Another process may take it before the server listens on it. */
  int free() throws DatabaseException;

  /**
   * Starts a server on a port, and tries the next port where another process was faster.
   *
   * @throws PortTaken if every attempt failed for that reason
   */
  default void use(Start start) throws IOException, DatabaseException {
    for (int attempt = 1; ; attempt++) {
      int port = free();
      try {
        start.on(port);
        return;
      } catch (PortTaken taken) {
        if (attempt == ATTEMPTS) {
          throw new PortTaken("port " + port + " is taken: " + taken.getMessage());
        }
      }
    }
  }

  /** Starts a server; leaves no process behind if it throws. */
  @FunctionalInterface
  interface Start {
    void on(int port) throws IOException, DatabaseException;
  }

  /** Another process listens on the port. */
  final class PortTaken extends DatabaseException {
    private static final long serialVersionUID = 1L;

    PortTaken(String message) {
      super(message);
    }
  }
}
