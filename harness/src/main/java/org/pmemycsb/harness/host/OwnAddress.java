package org.pmemycsb.harness.host;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;

/** The address of this machine for other machines, chosen by the user. */
public final class OwnAddress {
  private OwnAddress() {}

  /**
   * The address in digits.
   *
   * @param given an address or a host name, or an empty text
   * @return empty for none, and for the loopback address on which servers always listen
   * @throws ConfigurationException if no server can listen there
   */
  public static Optional<String> of(String given) {
    if (given.isEmpty()) {
      return Optional.empty();
    }
    InetAddress address;
    try {
      address = InetAddress.getByName(given);
    } catch (UnknownHostException unknown) {
      throw refused(given, "there is no host of this name");
    }
    if (address.isAnyLocalAddress() || address.isMulticastAddress()) {
      throw refused(given, "this is not the address of one machine");
    }
    if (address.isLoopbackAddress()
        && (address instanceof Inet6Address || address.getHostAddress().equals("127.0.0.1"))) {
      return Optional.empty();
    }
    try (ServerSocket trial = new ServerSocket(0, 1, address)) {
      return Optional.of(trial.getInetAddress().getHostAddress());
    } catch (IOException foreign) {
      throw refused(given, "this machine does not have it (" + foreign.getMessage() + ")");
    }
  }

  private static ConfigurationException refused(String given, String why) {
    return new ConfigurationException(
        "listen '%s': %s; give an address of this machine, as 'ip address' shows them"
            .formatted(given, why));
  }
}
