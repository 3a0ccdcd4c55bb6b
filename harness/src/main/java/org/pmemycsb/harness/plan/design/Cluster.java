package org.pmemycsb.harness.plan.design;

import java.util.Optional;
import org.pmemycsb.harness.ConfigurationException;

/**
 * The cluster that has the clients, written {@code spark://HOST:PORT?listen=ADDRESS}.
 *
 * @param url as its engine names it; empty for none
 * @param listen the address of this machine that the cluster's machines reach; empty for its
 *     engine's choice
 */
public record Cluster(String url, Optional<String> listen) {
  private static final String LISTEN = "listen=";

  public static final Cluster NONE = new Cluster("", Optional.empty());

  public static Cluster parse(String text) {
    int end = text.indexOf('?');
    if (end < 0) {
      return new Cluster(text, Optional.empty());
    }
    String more = text.substring(end + 1);
    if (!more.startsWith(LISTEN) || more.length() == LISTEN.length() || more.contains("&")) {
      throw new ConfigurationException(
          "'%s' is no part of a cluster's URL; behind its ? stands listen=ADDRESS".formatted(more));
    }
    return new Cluster(text.substring(0, end), Optional.of(more.substring(LISTEN.length())));
  }

  public String text() {
    return url + listen.map(address -> "?" + LISTEN + address).orElse("");
  }
}
