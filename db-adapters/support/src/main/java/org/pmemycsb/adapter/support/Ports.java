package org.pmemycsb.adapter.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.pmemycsb.spi.DatabaseException;

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
  default <T> T use(Start<T> start) throws DatabaseException {
    for (int attempt = 1; ; attempt++) {
      try {
        return start.on(free());
      } catch (PortTaken taken) {
        if (attempt == ATTEMPTS) {
          throw taken;
        }
      }
    }
  }

  /** Starts a server; leaves nothing behind if it throws. */
  @FunctionalInterface
  interface Start<T> {
    T on(int port) throws DatabaseException;
  }

  /** Another process listens on the port. */
  final class PortTaken extends DatabaseException {
    private static final long serialVersionUID = 1L;

    PortTaken(String message) {
      super(message);
    }

    /** The same failure in an adapter's words, followed by the server's. */
    public PortTaken because(String words) {
      return new PortTaken(words + ": " + getMessage());
    }
  }
}
