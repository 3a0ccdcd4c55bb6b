package org.pmemycsb.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.pmemycsb.harness.ConfigurationException;

/**
 * A cluster, as Spark's URLs name it.
 *
 * @param standalone the addresses of Spark's own masters; empty for all else
 * @param most the most machines that it can have, as far as the URL tells
 */
record Master(String url, Deployment deployment, List<InetSocketAddress> standalone, int most) {
  /** Who starts the executors. */
  enum Deployment {
    /** Nobody: tasks are threads of the harness. */
    THREADS,
    /** Spark's master. */
    STANDALONE,
    /** YARN or Kubernetes. */
    OTHER
  }

  private static final Pattern THREADS = Pattern.compile("local(?:\\[(\\d{1,4}|\\*)])?");
  private static final Pattern ADDRESS =
      Pattern.compile("([\\w.-]+|\\[[0-9a-fA-F:.]+]):(\\d{1,5})");
  private static final int PATIENCE_MILLIS = 3000;

  /**
   * @throws ConfigurationException if Spark knows no such URL
   */
  static Master of(String url) {
    Matcher threads = THREADS.matcher(url);
    if (threads.matches()) {
      String given = threads.group(1);
      int most =
          given == null
              ? 1
              : given.equals("*")
                  ? Runtime.getRuntime().availableProcessors()
                  : Integer.parseInt(given);
      return new Master(url, Deployment.THREADS, List.of(), most);
    }
    if (url.equals("yarn") || url.startsWith("k8s://")) {
      return new Master(url, Deployment.OTHER, List.of(), Integer.MAX_VALUE);
    }
    List<InetSocketAddress> addresses = new ArrayList<>();
    if (url.startsWith("spark://")) {
      for (String each : url.substring("spark://".length()).split(",", -1)) {
        Matcher address = ADDRESS.matcher(each);
        if (!address.matches() || Integer.parseInt(address.group(2)) > 65535) {
          throw wrong(url);
        }
        addresses.add(
            InetSocketAddress.createUnresolved(
                address.group(1), Integer.parseInt(address.group(2))));
      }
      return new Master(url, Deployment.STANDALONE, List.copyOf(addresses), Integer.MAX_VALUE);
    }
    throw wrong(url);
  }

  private static ConfigurationException wrong(String url) {
    return new ConfigurationException(
        "cluster '%s': this is no URL of Spark; give spark://HOST:7077, or local[2] to try it out"
            .formatted(url));
  }

  /** Whether all of it runs on this machine, and nobody else can reach it. */
  boolean loopback() {
    return switch (deployment) {
      case THREADS -> true;
      case STANDALONE -> standalone.stream().allMatch(each -> isLoopback(each.getHostString()));
      case OTHER -> false;
    };
  }

  static boolean isLoopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException unknown) {
      return false;
    }
  }

  /**
   * Checks that the URL can have so many machines, and that somebody answers there: Spark itself
   * tries for a minute.
   *
   * @throws ConfigurationException if not
   */
  void check(int machines) {
    if (most < machines) {
      throw new ConfigurationException(
          "cluster %s: it has %d of %d machines; change the URL, or ask for fewer machines"
              .formatted(url, most, machines));
    }
    String why = "";
    for (InetSocketAddress each : standalone) {
      try (Socket socket = new Socket()) {
        socket.connect(
            new InetSocketAddress(each.getHostString(), each.getPort()), PATIENCE_MILLIS);
        return;
      } catch (UnknownHostException unknown) {
        why = "there is no host of this name";
      } catch (IOException refused) {
        why = refused.getMessage();
      }
    }
    if (!standalone.isEmpty()) {
      throw new ConfigurationException(
          "cluster %s: no master answers there (%s); start one, or correct the address"
              .formatted(url, why));
    }
  }
}
